// Uses a server: tools/clients runs it with the address and a key of a new install.
import assert from 'node:assert/strict';
import { all, createLinnet, data, LinnetError } from '../src/index.ts';

const { LINNET_URL: url = '', LINNET_API_KEY: apiKey = '' } = process.env;
const linnet = createLinnet({ url: `${url}/`, apiKey });

const link = await data(
  linnet.POST('/links', { body: { url: 'https://example.com/', title: 'Launch', tags: ['client'] } }),
);
const params = { path: { id: link.id } };
assert.equal((await data(linnet.GET('/links/{id}', { params }))).title, 'Launch');
const cleared = await data(linnet.PATCH('/links/{id}', { params, body: { title: null } }));
assert.equal(cleared.title, null);
assert.equal(cleared.url, 'https://example.com/');

const links = Array.from({ length: 4 }, (_, i) => ({
  url: `https://example.com/${i}`,
  title: `${i}`,
  tags: ['client'],
}));
await linnet.POST('/links/bulk', { body: { links } });
const titles: (string | null)[] = [];
for await (const one of all((cursor) =>
  linnet.GET('/links', { params: { query: { tag: ['client'], sort: 'createdAt', limit: 2, cursor } } }),
)) {
  titles.push(one.title);
}
assert.deepEqual(titles.sort(), ['0', '1', '2', '3', null]);

await linnet.DELETE('/links/{id}', { params });
const gone = await linnet.GET('/links/{id}', { params: { path: { id: 'lnk_0000000000000' } } }).catch((error) => error);
assert.ok(gone instanceof LinnetError);
assert.equal(gone.status, 404);
assert.equal(gone.code, 'not_found');
assert.match(gone.requestId, /^req_/);
const wrong = await linnet.POST('/links', { body: { url: 'no scheme, with spaces' } }).catch((error) => error);
assert.ok(wrong instanceof LinnetError);
assert.equal(wrong.errors[0]?.field, 'url');
