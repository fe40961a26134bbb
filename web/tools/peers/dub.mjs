// Calls every method of Dub's SDK of npm for what Linnet has, and reads the same data by Linnet's API. The SDK validates
// each response. tools/clients runs it.
import assert from 'node:assert/strict';
import { Dub } from 'dub';
import { call, eventually, key, linkOf, linnet, server } from './linnet.mjs';

const dub = new Dub({ token: key, serverURL: `${server}/api/dub` });

/** Asserts that a call fails with an error of Dub. */
const fails = (promise, code, status) =>
  assert.rejects(promise, (error) => {
    assert.deepEqual([error.error?.code, error.statusCode], [code, status], String(error));
    return true;
  });

/** All items of a list of the SDK, which is one of items or of pages. */
async function all(list) {
  const items = [];
  for await (const item of await list) {
    items.push(...(item.result ?? [item]));
  }
  return items;
}

let tag, folder, made;

await call('tags.create', async () => {
  tag = await dub.tags.create({ name: 'Food', color: 'purple' });
  const { items } = await linnet('GET', '/tags');
  assert.equal(items.find((stored) => stored.id === tag.id).name, 'Food');
  await fails(dub.tags.create({ name: 'food' }), 'conflict', 409);
});
await call('tags.update, tags.list', async () => {
  await dub.tags.update(tag.id, { name: 'Meals', color: 'red' });
  const list = await all(dub.tags.list({ search: 'mea', ids: [tag.id] }));
  assert.deepEqual(list, [{ id: tag.id, name: 'Meals', color: 'red' }]);
});
await call('folders.create, folders.update, folders.list', async () => {
  folder = await dub.folders.create({ name: 'Print' });
  await dub.folders.update(folder.id, { name: 'Paper', accessLevel: 'write' });
  const list = await all(dub.folders.list({}));
  assert.deepEqual([list[0].name, list[0].accessLevel], ['Paper', 'write']);
  const { items } = await linnet('GET', '/folders');
  assert.equal(items.find((stored) => stored.id === folder.id).name, 'Paper');
});
await call('links.create', async () => {
  made = await dub.links.create({
    url: 'https://example.com/menu',
    key: 'dub-menu',
    externalId: '42',
    tagIds: [tag.id],
    folderId: folder.id,
    comments: 'Printed',
    expiresAt: '2030-01-01T00:00:00Z',
    expiredUrl: 'https://example.com/gone',
    trackConversion: true,
    doIndex: true,
    proxy: true,
    title: 'Menu',
    description: 'Of spring',
    utmSource: 'newsletter',
    ios: 'https://example.com/ios',
    android: 'https://example.com/android',
    geo: { DE: 'https://example.com/de' },
    testVariants: [
      { url: 'https://example.com/a', percentage: 50 },
      { url: 'https://example.com/b', percentage: 50 },
    ],
    testCompletedAt: '2030-01-01T00:00:00Z',
  });
  const stored = await linkOf('dub-menu');
  assert.deepEqual(
    [stored.id, stored.url, stored.comments, stored.tags, stored.folderId, stored.fallbackUrl, stored.externalId],
    [made.id, made.url, made.comments, ['Meals'], folder.id, made.expiredUrl, '42'],
  );
  const whole = await linnet('GET', `/links/${made.id}`);
  assert.deepEqual(
    whole.rules.map((rule) => rule.name),
    ['dub:ios', 'dub:android', 'dub:geo:DE', 'dub:test'],
  );
  assert.deepEqual(
    [whole.preview.title, whole.utm.source, whole.indexable, whole.trackConversions],
    ['Menu', 'newsletter', true, true],
  );
  assert.equal(made.tags[0].color, 'red');
});
await call('links.create with what is wrong', async () => {
  await fails(dub.links.create({ url: 'https://example.com/', key: 'DUB-menu' }), 'conflict', 409);
  await fails(dub.links.create({ url: 'https://example.com/', domain: 'nowhere.test' }), 'forbidden', 403);
  await fails(dub.links.create({ url: '' }), 'unprocessable_entity', 422);
  await fails(dub.links.create({ url: 'https://example.com/', rewrite: true }), 'unprocessable_entity', 422);
});
await call('links.get', async () => {
  for (const request of [
    { linkId: made.id },
    { externalId: '42' },
    { domain: new URL(server).host, key: 'dub-menu' },
  ]) {
    assert.deepEqual(await dub.links.get(request), made);
  }
  await fails(dub.links.get({ linkId: 'lnk_0000000000001' }), 'not_found', 404);
});
await call('links.update', async () => {
  const edited = await dub.links.update('ext_42', {
    url: 'https://example.com/dinner',
    ios: null,
    android: null,
    geo: null,
    testVariants: null,
    expiresAt: null,
    proxy: false,
  });
  const stored = await linnet('GET', `/links/${made.id}`);
  assert.deepEqual(
    [stored.url, stored.rules, stored.split, stored.expiresAt],
    ['https://example.com/dinner', [], null, null],
  );
  assert.deepEqual([edited.geo, edited.testVariants, edited.proxy], [null, null, false]);
});
await call('links.upsert', async () => {
  const [first, second] = [
    await dub.links.upsert({ url: 'https://example.com/upsert', key: 'dub-upsert' }),
    await dub.links.upsert({ url: 'https://example.com/upsert', comments: 'again' }),
  ];
  assert.deepEqual([second.id, (await linkOf('dub-upsert')).comments], [first.id, 'again']);
});
await call('links.createMany, links.updateMany, links.deleteMany', async () => {
  const results = await dub.links.createMany([
    { url: 'https://example.com/1', key: 'dub-1' },
    { url: '' },
    { url: 'https://example.com/2', prefix: 'dub', keyLength: 5 },
  ]);
  assert.equal(results[1].code, 'unprocessable_entity');
  assert.match(results[2].key, /^dub\/.{5}$/);
  const linkIds = [results[0].id, results[2].id];
  const updated = await dub.links.updateMany({ linkIds, data: { comments: 'many', archived: true } });
  assert.deepEqual(
    updated.map((link) => [link.comments, link.archived]),
    [
      ['many', true],
      ['many', true],
    ],
  );
  assert.equal((await linkOf('dub-1')).status, 'archived');
  assert.deepEqual(await dub.links.deleteMany({ linkIds }), { deletedCount: 2 });
  assert.equal(await linkOf('dub-1'), null);
});
await call('links.list, links.count', async () => {
  const { total } = await linnet('GET', '/links');
  const list = await all(dub.links.list({ showArchived: true, pageSize: 100 }));
  assert.equal(list.length, total);
  assert.equal(await dub.links.count({ showArchived: true }), total);
  const [newest, next] = list;
  assert.equal((await all(dub.links.list({ startingAfter: newest.id })))[0].id, next.id);
  assert.equal((await all(dub.links.list({ endingBefore: next.id })))[0].id, newest.id);
  assert.deepEqual(
    (await all(dub.links.list({ tagIds: [tag.id], folderId: folder.id, domain: new URL(server).host }))).map(
      (l) => l.id,
    ),
    [made.id],
  );
  assert.equal(await dub.links.count({ tagNames: ['meals'] }), 1);
});
await call('qrCodes.get', async () => {
  assert.match(await dub.qrCodes.get({ url: made.shortLink, size: 300, fgColor: '#102030' }), /PNG/);
  const { url } = Object.fromEntries(new URL(made.qrCode).searchParams);
  assert.equal(url, `${made.shortLink}?qr=1`);
  const picture = await fetch(made.qrCode, { headers: { Authorization: `Bearer ${key}` } });
  assert.equal(picture.headers.get('Content-Type'), 'image/png');
});

let clickId;
await call('events.list', async () => {
  const headers = {
    'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    Referer: 'https://news.example/today',
  };
  const visit = await fetch(made.shortLink, { redirect: 'manual', headers });
  clickId = new URL(visit.headers.get('Location')).searchParams.get('linnet_click');
  await fetch(`${made.shortLink}?qr=1`, { redirect: 'manual', headers });
  const events = await eventually(
    () => all(dub.events.list({ linkId: made.id, limit: 100 })),
    (found) => found.length === 2,
  );
  assert.deepEqual(
    [events[0].click.qr, events[1].clickId, events[1].click.referer, events[1].browser, events[1].link.id],
    [true, clickId, 'news.example', 'Firefox', made.id],
  );
  await fails(all(dub.events.list({ event: 'leads' })), 'bad_request', 400);
});
await call('track.lead', async () => {
  const lead = await dub.track.lead({
    clickId,
    eventName: 'Sign up',
    customerExternalId: 'dub-c1',
    customerName: 'Ada',
  });
  assert.deepEqual([lead.click.id, lead.link.id, lead.customer.name], [clickId, made.id, 'Ada']);
  await fails(
    dub.track.lead({ clickId: 'clk_0000000000001', eventName: 'Sign up', customerExternalId: 'dub-c1' }),
    'not_found',
    404,
  );
});
await call('track.sale', async () => {
  const sale = await dub.track.sale({
    customerExternalId: 'dub-c1',
    amount: 1299,
    invoiceId: 'dub-i1',
    metadata: { a: 1 },
  });
  assert.deepEqual([sale.sale.amount, sale.sale.currency, sale.customer.externalId], [1299, 'usd', 'dub-c1']);
  const none = await dub.track.sale({ customerExternalId: 'dub-c2', amount: 1299 });
  assert.deepEqual([none.customer, none.sale], [null, null]);
  const { items } = await linnet('GET', `/conversions?linkId=${made.id}`);
  assert.deepEqual(items.map((item) => item.kind).sort(), ['lead', 'sale']);
});
await call('analytics.retrieve', async () => {
  const count = await eventually(
    () => dub.analytics.retrieve({ linkId: made.id, event: 'composite', interval: 'all' }),
    ({ sales }) => sales === 1,
  );
  assert.deepEqual(count, { clicks: 2, leads: 1, sales: 1, saleAmount: 1299 });
  const rows = async (groupBy, more) => dub.analytics.retrieve({ externalId: '42', groupBy, ...more });
  assert.equal((await rows('timeseries')).at(-1).clicks, 2);
  assert.equal((await rows('browsers'))[0].browser, 'Firefox');
  assert.equal((await rows('devices'))[0].device, 'Desktop');
  assert.equal((await rows('os'))[0].os, 'Linux');
  assert.equal((await rows('referers'))[0].referer, 'news.example');
  assert.equal((await rows('referer_urls'))[0].refererUrl, 'https://news.example/today');
  assert.deepEqual((await rows('triggers')).map(({ trigger }) => trigger).sort(), ['link', 'qr']);
  assert.equal((await rows('countries'))[0].country, 'Unknown'); // a private address
  assert.equal((await rows('regions'))[0].region, 'Unknown');
  assert.deepEqual(await rows('continents'), []);
  assert.equal((await rows('cities', { country: 'DE' })).length, 0);
  assert.match((await rows('top_urls'))[0].url, /^https:\/\/example\.com\/dinner/);
  const [top] = await rows('top_links', { qr: true });
  assert.deepEqual([top.id, top.key, top.clicks], [made.id, 'dub-menu', 1]);
  const report = await linnet('GET', `/analytics?linkId=${made.id}&interval=today&groupBy=count`);
  assert.deepEqual([report.clicks, report.sales], [count.clicks, count.sales]);
  const link = await eventually(
    () => dub.links.get({ linkId: made.id }),
    ({ sales }) => sales === 1,
  );
  assert.deepEqual([link.clicks, link.leads, link.saleAmount], [2, 1, 1299]);
});
await call('domains', async () => {
  const domain = await dub.domains.create({ slug: 'dub.brand.test', notFoundUrl: 'https://brand.test/404' });
  assert.deepEqual([domain.verified, domain.primary], [false, false]);
  await dub.domains.update('dub.brand.test', { expiredUrl: 'https://brand.test/old', notFoundUrl: null });
  const stored = (await linnet('GET', '/domains')).items.find(({ host }) => host === 'dub.brand.test');
  assert.deepEqual([stored.expiredUrl, stored.notFoundUrl], ['https://brand.test/old', null]);
  const list = await all(dub.domains.list());
  assert.deepEqual([list[0].slug, list[0].primary], [new URL(server).host, true]);
  assert.deepEqual(await dub.domains.delete('dub.brand.test'), { slug: 'dub.brand.test' });
  await fails(dub.domains.checkStatus({ domains: 'brand.test' }), 'not_found', 404);
  await fails(dub.domains.register({ domain: 'brand.link' }), 'not_found', 404);
});
await call('links.delete, tags.delete, folders.delete', async () => {
  assert.deepEqual(await dub.links.delete('ext_42'), { id: made.id });
  assert.equal(await linkOf('dub-menu'), null);
  assert.deepEqual(await dub.tags.delete(tag.id), { id: tag.id });
  assert.deepEqual(await dub.folders.delete(folder.id), { id: folder.id });
});
await call('what Linnet does not have', async () => {
  await fails(all(dub.partners.list()), 'not_found', 404);
  await fails(all(dub.customers.list()), 'not_found', 404);
  await fails(all(dub.commissions.list()), 'not_found', 404);
});
await call('a wrong key', async () => {
  const wrong = new Dub({ token: 'lnt_wrong', serverURL: `${server}/api/dub` });
  await fails(wrong.links.count({}), 'unauthorized', 401);
});
