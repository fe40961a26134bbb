// An authoritative DNS server for the browser tests, on a UDP port. The same TCP port accepts records over HTTP: PUT a
// JSON object of names, each with its values by type ({"go.example": {"TXT": ["text"], "CNAME": ["host"]}}). A name with
// null is removed. Usage: node server.mjs <port>
import { createSocket } from 'node:dgram';
import { createServer } from 'node:http';

const TYPES = { A: 1, CNAME: 5, TXT: 16, AAAA: 28 };
const TTL_SECONDS = 0;
const NXDOMAIN = 3;
const RESPONSE = 0x84; // QR and AA

const port = Number(process.argv[2]);
const zone = new Map([['localhost', { A: ['127.0.0.1'] }]]);

/** Encodes a name as labels with their lengths. */
function encodeName(name) {
  const labels = name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]));
  return Buffer.concat([...labels, Buffer.from([0])]);
}

/** Decodes the name of the question, which is never compressed. Returns it with the offset behind it. */
function decodeName(packet, start) {
  const labels = [];
  let at = start;
  for (let length = packet[at]; length > 0; length = packet[at]) {
    labels.push(packet.toString('ascii', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

function encodeValue(type, value) {
  switch (type) {
    case 'A':
      return Buffer.from(value.split('.').map(Number));
    case 'CNAME':
      return encodeName(value);
    case 'TXT':
      return Buffer.concat([Buffer.from([Buffer.byteLength(value)]), Buffer.from(value)]);
    default:
      throw new Error(`Values of the type ${type} cannot be encoded.`);
  }
}

function encodeRecord(name, type, value) {
  const data = encodeValue(type, value);
  const head = Buffer.alloc(10);
  head.writeUInt16BE(TYPES[type], 0);
  head.writeUInt16BE(1, 2);
  head.writeUInt32BE(TTL_SECONDS, 4);
  head.writeUInt16BE(data.length, 8);
  return Buffer.concat([encodeName(name), head, data]);
}

/** The records that answer a question, with the CNAME records that lead to them. */
function findRecords(name, type) {
  const values = zone.get(name) ?? {};
  const [target] = values.CNAME ?? [];
  const own = (values[type] ?? []).map((value) => encodeRecord(name, type, value));
  if (type === 'CNAME' || target === undefined) return own;
  return [encodeRecord(name, 'CNAME', target), ...findRecords(target, type)];
}

function answer(packet) {
  const { name, end } = decodeName(packet, 12);
  const code = packet.readUInt16BE(end);
  const type = Object.keys(TYPES).find((known) => TYPES[known] === code);
  const records = type ? findRecords(name, type) : [];
  const head = Buffer.alloc(12);
  packet.copy(head, 0, 0, 2);
  head[2] = RESPONSE | (packet[2] & 1);
  head[3] = zone.has(name) ? 0 : NXDOMAIN;
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(records.length, 6);
  return Buffer.concat([head, packet.subarray(12, end + 4), ...records]);
}

const socket = createSocket('udp4');
socket.on('message', (packet, sender) => socket.send(answer(packet), sender.port, sender.address));
socket.bind(port, '127.0.0.1');

createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  if (request.method === 'PUT') {
    for (const [name, values] of Object.entries(JSON.parse(body))) {
      if (values) zone.set(name, values);
      else zone.delete(name);
    }
  }
  response.end();
}).listen(port, '127.0.0.1');
