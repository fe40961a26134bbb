// Calls every method of the client kutt of npm, and what the browser extension of Kutt calls, and reads the same data by
// Linnet's API. tools/clients runs it.
import assert from 'node:assert/strict';
import Kutt from 'kutt';
import { call, key, linkOf, linnet, server } from './linnet.mjs';

const kutt = new Kutt().set('api', `${server}/api/v2`).set('key', key);
const [links, domains] = [kutt.links(), kutt.domains()];
let id;

await call('health.check', async () => assert.equal(await kutt.health().check(), true));
await call('links.create', async () => {
  const made = await links.create({
    target: 'https://example.com/menu',
    customurl: 'menu',
    description: 'Printed',
    expire_in: '2 days',
    password: 'open sesame',
    reuse: false,
  });
  const stored = await linkOf('menu');
  ({ id } = made);
  assert.equal(made.link, `${server}/menu`);
  assert.deepEqual(
    [stored.url, stored.comments, stored.hasPassword, Date.parse(stored.expiresAt)],
    ['https://example.com/menu', 'Printed', true, Date.parse(made.expire_in)],
  );
});
await call('links.create with reuse', async () => {
  const first = await links.create({ target: 'https://example.com/again', reuse: true });
  const second = await links.create({ target: 'https://example.com/again', reuse: true });
  assert.equal(first.id, second.id);
});
await call('links.create of a taken address', async () => {
  await assert.rejects(links.create({ target: 'https://example.com/', customurl: 'menu' }), (error) =>
    /taken|already/i.test(String(error.message ?? error)),
  );
});
await call('links.list', async () => {
  const page = await links.list({ skip: 1, limit: 1 });
  const { total } = await linnet('GET', '/links');
  assert.deepEqual([page.total, page.data.length, page.data[0].address], [total, 1, 'menu']);
});
await call('links.update', async () => {
  const changed = await links.update(id, { target: 'https://example.com/dinner', address: 'dinner' });
  const stored = await linkOf('dinner');
  assert.deepEqual(
    [changed.target, stored.url, stored.aliases],
    ['https://example.com/dinner', changed.target, ['dinner', 'menu']],
  );
});
await call('links.stats', async () => {
  await fetch(`${server}/dinner`, { redirect: 'manual' });
  const stats = await links.stats(id);
  assert.deepEqual([stats.address, stats.lastDay.views.length, stats.lastYear.views.length], ['dinner', 24, 12]);
});
await call('users.info', async () => {
  const [user, current] = [await kutt.users().info(), await linnet('GET', '/api-keys/current')];
  assert.equal(user.apikey, `${current.prefix}…`);
  assert.equal(user.email, 'ada@example.com');
});
await call('domains.create, domains.remove', async () => {
  const made = await domains.create({ address: 'go.oatstreet.test', homepage: 'https://oatstreet.test/' });
  const hosts = async () => (await linnet('GET', '/domains')).items.map((domain) => domain.host);
  assert.deepEqual(
    [made.address, made.homepage, (await hosts()).includes('go.oatstreet.test')],
    ['go.oatstreet.test', 'https://oatstreet.test/', true],
  );
  await domains.remove(made.id);
  assert.equal((await hosts()).includes('go.oatstreet.test'), false);
});
await call('links.remove', async () => {
  await links.remove(id);
  assert.equal(await linkOf('dinner'), null);
});

/** What the extension sends: its form begins with empty texts. */
async function extension(method, path, body) {
  const response = await fetch(`${server}/api/v2${path}`, {
    method,
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  return { status: response.status, data: await response.json() };
}
await call('extension: shorten', async () => {
  const { status, data } = await extension('POST', '/links', {
    target: 'https://example.com/tab',
    customurl: '',
    password: '',
    reuse: false,
  });
  assert.deepEqual(
    [status, (await linkOf(data.address)).url, data.link],
    [201, 'https://example.com/tab', `${server}/${data.address}`],
  );
});
await call('extension: history', async () => {
  const { data } = await extension('GET', '/links?limit=15');
  assert.ok(data.data.every((link) => link.id && link.address && link.link && link.target && link.visit_count >= 0));
});
await call('extension: options', async () => {
  const { data } = await extension('GET', '/users');
  assert.deepEqual([data.email, data.domains], ['ada@example.com', []]);
});
