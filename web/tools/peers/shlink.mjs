// Calls every method of Shlink's SDK of npm, and reads the same data by Linnet's API. tools/clients runs it.
import assert from 'node:assert/strict';
import { ShlinkApiClient } from '@shlinkio/shlink-js-sdk';
import { FetchHttpClient } from '@shlinkio/shlink-js-sdk/fetch';
import { call, eventually, key, linkOf, linnet, server } from './linnet.mjs';
import { checkTypes, recorded } from './types.mjs';

const shlink = recorded(new ShlinkApiClient(new FetchHttpClient(), { baseUrl: server, apiKey: key }));
const menu = { shortCode: 'menu/spring' };

/** Asserts that a call fails with a problem of Shlink. */
const fails = (promise, type, status) =>
  assert.rejects(promise, (problem) => {
    assert.deepEqual([problem.type, problem.status], [`https://shlink.io/api/error/${type}`, status]);
    return true;
  });

await call('health', async () => assert.equal((await shlink.health()).status, 'pass'));
await call('createShortUrl', async () => {
  const made = await shlink.createShortUrl({
    longUrl: 'https://example.com/menu',
    customSlug: menu.shortCode,
    title: 'Spring menu',
    tags: ['Food', 'print'],
    validSince: '2026-01-01T00:00:00+01:00',
    maxVisits: 1000,
    crawlable: true,
    forwardQuery: false,
  });
  const stored = await linkOf(menu.shortCode);
  assert.deepEqual(
    [made.shortUrl, made.domain, made.forwardQuery, made.meta.validSince],
    [`${server}/menu/spring`, null, true, '2025-12-31T23:00:00+00:00'],
  );
  assert.deepEqual(
    [stored.url, stored.title, stored.maxClicks, stored.indexable, stored.tags],
    ['https://example.com/menu', 'Spring menu', 1000, true, made.tags],
  );
});
await call('createShortUrl with findIfExists', async () => {
  const data = { longUrl: 'https://example.com/again', findIfExists: true };
  const [first, second] = [await shlink.createShortUrl(data), await shlink.createShortUrl(data)];
  assert.equal(first.shortCode, second.shortCode);
});
await call('createShortUrl with what is wrong', async () => {
  await fails(
    shlink.createShortUrl({ longUrl: 'https://example.com/', customSlug: menu.shortCode }),
    'non-unique-slug',
    400,
  );
  await fails(shlink.createShortUrl({ longUrl: 'example.com' }), 'invalid-data', 400);
});
await call('getShortUrl', async () => {
  assert.equal((await shlink.getShortUrl(menu)).longUrl, 'https://example.com/menu');
  await fails(shlink.getShortUrl({ shortCode: 'nothing' }), 'short-url-not-found', 404);
});
await call('listShortUrls', async () => {
  const page = await shlink.listShortUrls({
    page: '1',
    itemsPerPage: 5,
    tags: ['food', 'print'],
    tagsMode: 'all',
    orderBy: { field: 'dateCreated', dir: 'DESC' },
    excludePastValidUntil: true,
    domain: 'DEFAULT',
  });
  assert.deepEqual([page.data.map((url) => url.shortCode), page.pagination.totalItems], [[menu.shortCode], 1]);
  const { total } = await linnet('GET', '/links');
  assert.equal((await shlink.listShortUrls()).pagination.totalItems, total);
});
await call('updateShortUrl', async () => {
  const edited = await shlink.updateShortUrl(menu, {
    longUrl: 'https://example.com/dinner',
    maxVisits: null,
    validSince: null,
    forwardQuery: false,
  });
  const stored = await linkOf(menu.shortCode);
  assert.deepEqual(
    [stored.url, stored.maxClicks, stored.startsAt, stored.forwardQuery],
    [edited.longUrl, null, null, false],
  );
});
await call('setShortUrlRedirectRules, getShortUrlRedirectRules', async () => {
  const redirectRules = [
    {
      longUrl: 'https://example.com/app',
      conditions: [
        { type: 'device', matchKey: null, matchValue: 'android' },
        { type: 'query-param', matchKey: 'from', matchValue: 'table' },
      ],
    },
  ];
  await shlink.setShortUrlRedirectRules(menu, { redirectRules });
  const read = await shlink.getShortUrlRedirectRules(menu);
  assert.deepEqual(read, {
    defaultLongUrl: 'https://example.com/dinner',
    redirectRules: [{ ...redirectRules[0], priority: 1 }],
  });
  const { rules } = await linnet('GET', `/links/${(await linkOf(menu.shortCode)).id}`);
  assert.deepEqual(
    rules.map((rule) => [rule.when.all.map((leaf) => leaf.field), rule.then.redirect]),
    [[['os', 'query'], 'https://example.com/app']],
  );
  assert.equal((await shlink.getShortUrl(menu)).hasRedirectRules, true);
});
await call('visits', async () => {
  const headers = {
    'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    Referer: 'https://news.example/today',
  };
  const before = await shlink.getVisitsOverview();
  await fetch(`${server}/menu/spring`, { redirect: 'manual', headers });
  const visits = await eventually(
    () => shlink.getShortUrlVisits(menu, { page: 1, itemsPerPage: 10 }),
    ({ data }) => data.length === 1,
  );
  assert.deepEqual(
    [visits.data[0].referer, visits.data[0].visitedUrl, visits.data[0].redirectUrl, visits.pagination.totalItems],
    ['https://news.example/today', `${server}/menu/spring`, 'https://example.com/dinner', 1],
  );
  assert.match(visits.data[0].userAgent, /Linux.*Firefox/);
  const after = await shlink.getVisitsOverview();
  assert.equal(after.nonOrphanVisits.total, before.nonOrphanVisits.total + 1);
  for (const list of [
    await shlink.getTagVisits('food', { excludeBots: true, domain: 'DEFAULT' }),
    await shlink.getDomainVisits('DEFAULT', { startDate: '2020-01-01T00:00:00+00:00' }),
    await shlink.getNonOrphanVisits({ itemsPerPage: 5000 }),
  ]) {
    assert.equal(list.data[0].visitedUrl, `${server}/menu/spring`);
  }
  assert.deepEqual((await shlink.getOrphanVisits({ type: 'base_url' })).data, []);
  assert.ok((await shlink.getOrphanVisits()).pagination.totalItems >= 0);
});
await call('deleteShortUrlVisits, deleteOrphanVisits', async () => {
  await fails(shlink.deleteShortUrlVisits(menu), 'visits-not-deletable', 501);
  await fails(shlink.deleteOrphanVisits(), 'visits-not-deletable', 501);
});
await call('listTags, tagsStats, editTag, deleteTags', async () => {
  const tags = async () => (await shlink.listTags()).data;
  assert.ok((await tags()).includes('food'));
  const stats = (await shlink.tagsStats()).data.find(({ tag }) => tag === 'food');
  assert.equal(stats.shortUrlsCount, 1);
  await shlink.editTag({ oldName: 'food', newName: 'meals' });
  assert.ok((await linnet('GET', '/tags')).items.some((tag) => tag.name === 'meals'));
  await shlink.deleteTags(['meals', 'print']);
  assert.deepEqual(
    (await tags()).filter((tag) => ['food', 'meals', 'print'].includes(tag)),
    [],
  );
});
await call('listDomains, editDomainRedirects', async () => {
  const { data } = await shlink.listDomains();
  assert.deepEqual([data[0].domain, data[0].isDefault], [new URL(server).host, true]);
  await fails(shlink.editDomainRedirects({ domain: 'nowhere.test', baseUrlRedirect: null }), 'domain-not-found', 404);
  await fails(shlink.editDomainRedirects({ domain: data[0].domain, baseUrlRedirect: null }), 'forbidden', 403); // the install's
});
await call('mercureInfo', () => fails(shlink.mercureInfo(), 'mercure-not-configured', 501));
await call('deleteShortUrl', async () => {
  await shlink.deleteShortUrl(menu);
  assert.equal(await linkOf(menu.shortCode), null);
});
await call('types of all answers', () => checkTypes('@shlinkio/shlink-js-sdk', 'ShlinkApiClient'));
