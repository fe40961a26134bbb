// Calls every method of the client bitly of npm, and every endpoint by its bitlyRequest, and reads the same data by
// Linnet's API. tools/clients runs it.
import assert from 'node:assert/strict';
import https from 'node:https';
import { BitlyClient } from 'bitly';
import { call, eventually, key, linkOf, linnet, server } from './linnet.mjs';

// The client cannot have a port in its host.
const { port, hostname } = new URL(process.env.LINNET_SECURE_URL);
const { request } = https;
https.request = (options, answer) => request({ ...options, port }, answer);
for (const proxy of ['https_proxy', 'HTTPS_PROXY']) delete process.env[proxy];

const bitly = new BitlyClient(key, { apiUrl: hostname });
const { host } = new URL(server);
const destination = (name) => `https://example.com/${name}`;
const ask = (method, path, data = {}) => bitly.bitlyRequest(path, data, method);

/** Asserts that a call fails with a problem of Bitly. */
const fails = (promise, message, resource = 'bitlinks') =>
  assert.rejects(promise, (problem) => {
    assert.deepEqual([problem.message, problem.resource], [message, resource]);
    assert.ok(problem.description);
    return true;
  });

let id;
await call('shorten', async () => {
  const made = await bitly.shorten(destination('menu'));
  ({ id } = made);
  const stored = await linkOf(id.slice(host.length + 1));
  assert.deepEqual(
    [made.link, made.long_url, made.archived, stored.url, stored.shortUrl],
    [`${server}/${stored.alias}`, destination('menu'), false, destination('menu'), made.link],
  );
});
await call('shorten again', async () => assert.equal((await bitly.shorten(destination('menu'))).id, id));
await call('shorten what is no address', async () => fails(bitly.shorten('menu'), 'INVALID_ARG_LONG_URL'));
await call('shorten a short link', async () => fails(bitly.shorten(`${server}/menu`), 'ALREADY_A_BITLY_LINK'));
await call('info, getBitlink', async () => {
  // The client rewrites ids and short URLs to those of bit.ly.
  for (const item of [id, `${server}/${id.slice(host.length + 1)}`, id.slice(host.length + 1)]) {
    assert.deepEqual([(await bitly.info(item)).id, (await bitly.getBitlink(item)).id], [id, id]);
  }
});
await call('info of what does not exist', async () => fails(bitly.info('nothing'), 'NOT_FOUND'));
await call('expand', async () => {
  const expanded = await bitly.expand(id);
  assert.deepEqual([expanded.id, expanded.long_url], [id, destination('menu')]);
});
await call('another key', async () =>
  fails(new BitlyClient('wrong', { apiUrl: hostname }).shorten(destination('menu')), 'FORBIDDEN'),
);

await call('POST bitlinks', async () => {
  const made = await ask('POST', 'bitlinks', {
    long_url: destination('dinner'),
    keyword: 'dinner',
    title: 'Dinner',
    tags: ['food', 'print'],
    expiration_at: '2040-01-01T00:00:00+0000',
  });
  const stored = await linkOf('dinner');
  assert.deepEqual(
    [made.id, stored.url, stored.title, stored.tags, Date.parse(stored.expiresAt)],
    [`${host}/dinner`, destination('dinner'), 'Dinner', made.tags, Date.UTC(2040, 0)],
  );
});
await call('POST bitlinks with a taken keyword', async () =>
  fails(ask('POST', 'bitlinks', { long_url: destination('x'), keyword: 'dinner' }), 'CONFLICT'),
);
await call('PATCH bitlinks/{id}', async () => {
  const changed = await ask('PATCH', `bitlinks/${host}/dinner`, {
    long_url: destination('supper'),
    title: 'Supper',
    archived: true,
    expiration_at: null,
  });
  const stored = await linkOf('dinner');
  assert.deepEqual(
    [changed.long_url, changed.archived, stored.url, stored.title, stored.status, stored.expiresAt],
    [destination('supper'), true, destination('supper'), 'Supper', 'archived', null],
  );
});
await call('POST custom_bitlinks', async () => {
  const made = await ask('POST', 'custom_bitlinks', {
    bitlink_id: `bit.ly/dinner`,
    custom_bitlink: `${host}/menu/evening`,
  });
  const stored = await linkOf('menu/evening');
  assert.deepEqual(
    [made.custom_bitlink, made.bitlink.id, made.bitlink.custom_bitlinks, stored.aliases],
    [`${host}/menu/evening`, `${host}/dinner`, [`${server}/menu/evening`], ['menu/evening', 'dinner']],
  );
});

let group;
await call('GET user, groups, groups/{g}, organizations', async () => {
  const [user, { groups }] = [await ask('GET', 'user'), await ask('GET', 'groups')];
  [group] = groups;
  assert.deepEqual(
    [user.emails[0].email, user.default_group_guid, user.is_2fa_enabled],
    ['ada@example.com', group.guid, false],
  );
  assert.deepEqual(await ask('GET', `groups/${group.guid}`), group);
  const { organizations } = await ask('GET', 'organizations');
  assert.deepEqual([organizations[0].guid, organizations[0].name], [group.organization_guid, group.name]);
  assert.deepEqual(await ask('GET', 'bsds'), { bsds: [] });
});
await call('GET groups/{g}/bitlinks', async () => {
  const of = `groups/${group.guid}/bitlinks`;
  const { links, pagination } = await ask('GET', of, { archived: 'both', size: 1 });
  const { items, total } = await linnet('GET', '/links');
  assert.deepEqual([links[0].long_url, total], [items[0].url, 2]);
  const next = Object.fromEntries(new URL(pagination.next).searchParams);
  const last = await ask('GET', of, next);
  assert.deepEqual([last.links[0].id, last.pagination.next], [id, '']);
});
await call('PATCH groups/{g}/bitlinks', async () => {
  const path = `groups/${group.guid}/bitlinks`;
  const links = [`${host}/dinner`, id];
  assert.deepEqual(await ask('PATCH', path, { action: 'archive', archive: false, links }), { links });
  await ask('PATCH', path, { action: 'edit_tags', add_tags: ['spring'], remove_tags: ['print'], links });
  const stored = await linkOf('menu/evening');
  assert.deepEqual([stored.status, stored.tags], ['active', ['food', 'spring']]);
});
await call('GET groups/{g}/tags', async () => {
  const { items } = await linnet('GET', '/tags');
  const { tags } = await ask('GET', `groups/${group.guid}/tags`);
  assert.deepEqual(
    tags,
    items.map((tag) => tag.name),
  );
});
await call('another group', async () => fails(ask('GET', 'groups/Bother12345/bitlinks'), 'FORBIDDEN'));

const agent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
await call('clicks, clicksByDay, clicksByMinute', async () => {
  await fetch(`${server}/dinner`, {
    redirect: 'manual',
    headers: { 'User-Agent': agent, Referer: 'https://news.example/a', 'Accept-Language': 'de' },
  });
  const { id: linkId } = await linkOf('menu/evening');
  const { clicks } = await eventually(
    () => linnet('GET', `/analytics?groupBy=count&linkId=${linkId}`),
    (count) => count.clicks === 1,
  );
  assert.equal(clicks, 1);
  for (const counts of [await bitly.clicks('dinner'), await bitly.clicksByDay('dinner')]) {
    assert.deepEqual([counts.unit, counts.units, counts.link_clicks.length], ['day', -1, 1]);
    assert.equal(counts.link_clicks[0].clicks, 1);
  }
  const minutes = await bitly.clicksByMinute('dinner');
  assert.equal(minutes.unit, 'minute');
  assert.equal(
    minutes.link_clicks.reduce((sum, { clicks }) => sum + clicks, 0),
    1,
  );
  assert.equal((await ask('GET', `bitlinks/${host}/dinner/clicks/summary`)).total_clicks, 1);
});
await call('referrers, countries', async () => {
  assert.deepEqual((await bitly.referrers('dinner')).metrics, [{ value: 'https://news.example/a', clicks: 1 }]);
  assert.deepEqual((await bitly.countries('dinner')).facet, 'countries');
});
await call('GET of the other metrics, of a bitlink and of the group', async () => {
  for (const of of [`bitlinks/${host}/dinner`, `groups/${group.guid}`]) {
    const domains = await ask('GET', `${of}/referring_domains`, { unit: 'month', units: 1, size: 5 });
    assert.deepEqual(domains.metrics, [{ value: 'news.example', clicks: 1 }]);
    assert.deepEqual((await ask('GET', `${of}/referring_networks`)).metrics, domains.metrics);
    assert.deepEqual((await ask('GET', `${of}/devices`)).metrics, [{ device_type: 'desktop', clicks: 1 }]);
    for (const name of ['countries', 'referrers', 'cities']) {
      const { facet, metrics } = await ask('GET', `${of}/${name}`);
      assert.deepEqual([facet, metrics.length, metrics[0].clicks], [name, 1, 1]);
    }
  }
});
await call('GET groups/{g}/bitlinks/clicks', async () => {
  const { links, sorted_links: sorted } = await ask('GET', `groups/${group.guid}/bitlinks/clicks`);
  assert.deepEqual([sorted, links.length], [[{ id: `${host}/dinner`, clicks: 1 }], 1]);
});
await call('GET bitlinks/{id}/qr', async () => {
  const { qr_code: svg } = await ask('GET', `bitlinks/${host}/dinner/qr`);
  assert.match(svg, /^data:image\/svg\+xml;base64,/);
  const { qr_code: png } = await ask('GET', `bitlinks/${host}/dinner/qr`, { image_format: 'png' });
  assert.match(png, /^data:image\/png;base64,iVBOR/);
});
await call('DELETE bitlinks/{id}', async () => {
  assert.deepEqual(await ask('DELETE', `bitlinks/${host}/dinner`), { links_deleted: [{ id: `${host}/dinner` }] });
  assert.equal(await linkOf('menu/evening'), null);
  await fails(ask('GET', `bitlinks/${host}/dinner`), 'GONE');
});
