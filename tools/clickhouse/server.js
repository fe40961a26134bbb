// An HTTP end for ClickHouse as a library (npm chdb): what the Go driver's HTTP
// protocol needs of a server, for the tests of the click store.
//
//   node server.js <data folder> <port, 0: any>
//
// Prints "listening <port>" and runs until its standard input ends.
'use strict';
const fs = require('node:fs');
const http = require('node:http');
const path = require('node:path');
const { Session } = require('chdb');

const [data, port] = [process.argv[2], Number(process.argv[3])];
const options = { connectionArgs: [`--config-file=${path.join(__dirname, 'config.xml')}`] };

// A session has one current database and executes one statement at a time, so that
// each database has its own. Those of one folder run in parallel.
const sessions = new Map();

function sessionOf(database) {
  let own = sessions.get(database);
  if (own === undefined) {
    // The library reads the data of an INSERT from a file only.
    own = { session: new Session(path.join(data, 'store'), options), upload: path.join(data, `insert${sessions.size}.native`), queue: Promise.resolve() };
    if (database) own.session.query(`USE \`${database}\``);
    sessions.set(database, own);
  }
  return own;
}

// Parameters of the protocol; all others are settings of the query.
const protocol = new Set(['database', 'default_format', 'client_protocol_version', 'query', 'query_id', 'quota_key', 'wait_end_of_query']);

// The driver first asks for the revision of the server, with a newer block
// format than the library writes. The answer has revision 0, whose format the
// library does write.
function hello(session) {
  const chunks = [];
  const bytes = (...values) => chunks.push(Buffer.from(values));
  const text = (value) => chunks.push(Buffer.from([value.length]), Buffer.from(value, 'latin1'));
  bytes(1, 0, 2, 0xff, 0xff, 0xff, 0xff, 0); // block info
  bytes(4, 1); // columns, rows
  const version = session.query('SELECT version()', 'TSV').trim();
  for (const [name, type, value] of [['displayName', 'String', 'test'], ['version', 'String', version], ['revision', 'UInt32', null], ['timezone', 'String', 'UTC']]) {
    text(name);
    text(type);
    bytes(0); // no custom serialization
    if (value === null) bytes(0, 0, 0, 0);
    else text(value);
  }
  return Buffer.concat(chunks);
}

function settingsOf(params) {
  const all = [];
  for (const [name, value] of params) {
    if (!protocol.has(name)) all.push(`${name} = ${/^-?\d+$/.test(value) ? value : `'${value.replace(/\\/g, '\\\\').replace(/'/g, "\\'")}'`}`);
  }
  return all.length > 0 ? ` SETTINGS ${all.join(', ')}` : '';
}

// The parts of a body of multipart/form-data, by name.
function partsOf(body, boundary) {
  const parts = new Map();
  const mark = Buffer.from(`--${boundary}`);
  for (let from = body.indexOf(mark); ; ) {
    const to = body.indexOf(mark, from + mark.length);
    if (to < 0) return parts;
    const head = body.indexOf('\r\n\r\n', from);
    const name = /name="([^"]*)"/.exec(body.toString('latin1', from, head))[1];
    parts.set(name, body.subarray(head + 4, to - 2));
    from = to;
  }
}

// Executes a statement with external tables, which the library does not have: as
// temporary tables of the session. Their parameters are no settings.
async function executeWithTables(own, params, body, boundary) {
  const parts = partsOf(body, boundary);
  const query = parts.get('query');
  parts.delete('query');
  const drop = () => [...parts.keys()].forEach((name) => own.session.query(`DROP TEMPORARY TABLE IF EXISTS ${name}`));
  try {
    for (const [name, data] of parts) {
      const file = `${own.upload}.${name}`;
      fs.writeFileSync(file, data);
      const structure = params.get(`${name}_structure`);
      own.session.query(`CREATE TEMPORARY TABLE ${name} ENGINE = Memory AS SELECT * FROM file('${file}', 'Native', '${structure}')`);
      params.delete(`${name}_structure`);
      params.delete(`${name}_format`);
    }
    return await execute(own, params, query);
  } finally {
    drop();
  }
}

async function execute({ session, upload }, params, body) {
  const settings = settingsOf(params);
  const insert = params.get('query');
  if (insert) {
    fs.writeFileSync(upload, body);
    await session.queryAsync(`${insert.replace(/\s*FORMAT\s+Native\s*$/i, '')} FROM INFILE '${upload}'${settings} FORMAT Native`);
    return Buffer.alloc(0);
  }
  const query = body.toString('utf8');
  if (query.startsWith('SELECT displayName()')) return hello(session);
  // Other statements may have SETTINGS of their own, of a table for instance.
  const text = /^\s*(SELECT|WITH)\b/i.test(query) ? query + settings : query;
  return Buffer.from((await session.queryAsync(text, { format: 'Native' })).bytes());
}

function fail(response, error) {
  const message = String(error.message).replace(/^Query failed: /, '');
  const code = /Code: (\d+)/.exec(message)?.[1] ?? '1002';
  response.writeHead(500, { 'X-ClickHouse-Exception-Code': code, 'Content-Type': 'text/plain' });
  response.end(message);
}

const server = http.createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const params = new URL(request.url, 'http://localhost').searchParams;
    const boundary = /boundary=(\S+)/.exec(request.headers['content-type'] ?? '')?.[1];
    let own;
    try {
      own = sessionOf(params.get('database') ?? '');
    } catch (error) {
      fail(response, error);
      return;
    }
    own.queue = own.queue
      .then(() => (boundary ? executeWithTables(own, params, Buffer.concat(chunks), boundary) : execute(own, params, Buffer.concat(chunks))))
      .then((result) => response.writeHead(200, { 'Content-Length': result.length }).end(result))
      .catch((error) => fail(response, error));
  });
});
server.listen(port, '127.0.0.1', () => console.log(`listening ${server.address().port}`));
process.stdin.resume();
process.stdin.on('end', () => process.exit(0));
