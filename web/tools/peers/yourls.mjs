// Calls every method of the clients yourls and yourls-api of npm, what n8n's node and a plug-in of WordPress send, and
// reads the same data by Linnet's API. tools/clients runs it.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import http from 'node:http';
import Yourls from 'yourls';
import { call, key, linkOf, linnet, server } from './linnet.mjs';

const { hostname, port, host } = new URL(server);
const destination = (name) => `https://example.com/${name}`;

// The client yourls cannot have a port in its host.
const { get } = http;
http.get = (options, answer) => get({ ...options, host: hostname, hostname, port, headers: { Host: host } }, answer);
const client = new Yourls('http://linnet.test', key);
const ask = (method, ...args) =>
  new Promise((resolve, reject) =>
    client[method](...args, (error, result) => (error ? reject(error) : resolve(result))),
  );

await call('yourls: shorten', async () => {
  const made = await ask('shorten', destination('menu'));
  const stored = await linkOf(made.url.keyword);
  assert.deepEqual(
    [made.status, made.statusCode, stored.url, made.shorturl, made.title],
    ['success', '200', destination('menu'), `${server}/${stored.alias}`, destination('menu')],
  );
});
await call('yourls: shorten again', async () => {
  const again = await ask('shorten', destination('menu'));
  assert.deepEqual([again.status, again.code, again.url.url], ['fail', 'error:url', destination('menu')]);
  assert.equal(new URL(again.shorturl).host, host);
});
await call('yourls: vanity', async () => {
  const made = await ask('vanity', destination('dinner'), 'dinner');
  assert.deepEqual([made.url.keyword, (await linkOf('dinner')).url], ['dinner', destination('dinner')]);
});
await call('yourls: vanity that is taken', async () => {
  const failed = await ask('vanity', destination('other'), 'dinner');
  assert.deepEqual([failed.status, failed.code, failed.errorCode], ['fail', 'error:keyword', '400']);
});
await call('yourls: expand', async () => {
  for (const item of ['dinner', `${server}/dinner`]) {
    const { longurl, statusCode } = await ask('expand', item);
    assert.deepEqual([longurl, statusCode], [destination('dinner'), '200']);
  }
});
await call('yourls: expand what does not exist', async () => {
  const { errorCode, keyword } = await ask('expand', 'nothing');
  assert.deepEqual([errorCode, keyword], ['404', 'nothing']);
});
await call('yourls: urlstats', async () => {
  const { link } = await ask('urlstats', 'dinner');
  assert.deepEqual([link.url, link.clicks, link.ip], [destination('dinner'), '0', '0.0.0.0']);
});
await call('yourls: stats', async () => {
  const { links, stats } = await ask('stats', 10, 'last');
  assert.deepEqual(
    [links.link_1.url, stats.total_links],
    [destination('dinner'), (await linnet('GET', '/links')).total],
  );
});
await call('yourls: dbstats', async () => {
  const { 'db-stats': stats } = await ask('dbstats');
  assert.deepEqual(stats, { total_links: 2, total_clicks: 0 });
});

// The client yourls-api is for browsers.
globalThis.XMLHttpRequest = class {
  open(method, url) {
    Object.assign(this, { method, url, headers: {} });
  }
  setRequestHeader(name, value) {
    this.headers[name] = value;
  }
  async send(body) {
    const response = await fetch(this.url, { method: this.method, headers: this.headers, body: body ?? undefined });
    Object.assign(this, { responseText: await response.text(), readyState: 4 });
    this.onreadystatechange();
  }
};
const { default: browser } = await import('yourls-api/dist/yourls.js');
const answered = (start) => new Promise((resolve) => start((result, response) => resolve({ result, response })));
for (const method of ['GET', 'POST']) {
  const keyword = `browser-${method}`;
  browser.connect(`${server}/yourls-api.php`, { username: 'ada', password: key }, { format: 'json', method });
  await call(`yourls-api ${method}: shorten`, async () => {
    const { result } = await answered((done) =>
      browser.shorten(destination(keyword), { keyword, title: 'A title' }, done),
    );
    const stored = await linkOf(keyword);
    assert.deepEqual(
      [result.shorturl, stored.title, stored.url],
      [`${server}/${keyword}`, 'A title', destination(keyword)],
    );
  });
  await call(`yourls-api ${method}: stats`, async () => {
    const { result } = await answered((done) => browser.stats({ filter: 'last', limit: 1, start: 0 }, done));
    assert.deepEqual([result.links.length, result.links[0].url], [1, destination(keyword)]);
  });
  await call(`yourls-api ${method}: db.stats, version`, async () => {
    const { result } = await answered((done) => browser.db.stats(done));
    assert.equal(result.total_links, (await linnet('GET', '/links')).total);
    const { result: version } = await answered((done) => browser.version(true, done));
    assert.match(JSON.stringify(version), /1\.10\.\d/);
  });
  await call(`yourls-api ${method}: url.expand, url.stats`, async () => {
    const { result } = await answered((done) => browser.url(keyword).expand(done));
    assert.equal(result.longurl, destination(keyword));
    const { result: stats } = await answered((done) => browser.url(`${server}/${keyword}`).stats(done));
    assert.equal(stats.title, 'A title');
  });
}

const raw = async (method, fields) => {
  const body = new URLSearchParams(fields);
  const response = await fetch(`${server}/yourls-api.php${method === 'GET' ? `?${body}` : ''}`, {
    method,
    body: method === 'GET' ? undefined : body,
  });
  return { status: response.status, text: await response.text() };
};
await call('WordPress plug-in: a signature with a time', async () => {
  const { id } = await linnet('GET', '/api-keys/current');
  const timestamp = String(Math.floor(Date.now() / 1000));
  const secret = process.env.LINNET_SIGNATURE;
  const signature = createHash('md5')
    .update(timestamp + secret)
    .digest('hex');
  const fields = { action: 'shorturl', url: destination('post'), title: 'Post', format: 'JSON', timestamp, signature };
  const { status, text } = await raw('POST', fields);
  const stored = (await linnet('GET', `/links?url=${encodeURIComponent(destination('post'))}`)).items[0];
  assert.deepEqual([status, text, stored.title, id.startsWith('key_')], [200, stored.shortUrl, 'Post', true]);
  const { status: refused } = await raw('POST', {
    ...fields,
    signature: signature.replace(/^./, (c) => (c === '0' ? '1' : '0')),
  });
  assert.equal(refused, 403);
});
await call('plug-ins: update, contract, delete', async () => {
  const fields = { signature: key, format: 'json' };
  await raw('POST', { ...fields, action: 'update', shorturl: 'dinner', url: destination('supper') });
  assert.equal((await linkOf('dinner')).url, destination('supper'));
  const { text } = await raw('GET', { ...fields, action: 'contract', url: destination('supper') });
  assert.deepEqual([JSON.parse(text).url_exists, JSON.parse(text).links.length], [true, 1]);
  await raw('GET', { ...fields, action: 'delete', shorturl: 'dinner' });
  assert.equal(await linkOf('dinner'), null);
});
