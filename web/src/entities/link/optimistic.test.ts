import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it } from 'vitest';
import { aLink, summaryOf } from '@/test/fixtures/links';
import { linkKeys } from './link.queries';
import type { Link, LinkPage } from './link.types';
import { patchCachedLinks, toCachedPatch } from './optimistic';

const ACTIVE = linkKeys.list({ status: ['active', 'scheduled', 'expired', 'blocked'] });
const ARCHIVED = linkKeys.list({ status: ['archived'] });
const links = [aLink({ alias: 'one', tags: ['a'] }), aLink({ alias: 'two' }), aLink({ alias: 'three' })];

let queries: QueryClient;
const page = (items: Link[]): LinkPage => ({ items: items.map(summaryOf), nextCursor: null, total: items.length });
const aliases = (key: readonly unknown[]) => queries.getQueryData<LinkPage>(key)?.items.map(({ alias }) => alias);
const total = (key: readonly unknown[]) => queries.getQueryData<LinkPage>(key)?.total;

beforeEach(() => {
  queries = new QueryClient();
  queries.setQueryData(ACTIVE, page(links));
  queries.setQueryData(ARCHIVED, page([]));
  queries.setQueryData(linkKeys.detail('lnk_two'), links[1]);
});

describe('patchCachedLinks', () => {
  it('updates lists and details', async () => {
    await patchCachedLinks(queries, new Map([['lnk_two', { tags: ['b'], title: 'New' }]]));
    expect(queries.getQueryData<LinkPage>(ACTIVE)?.items[1]).toMatchObject({ tags: ['b'], title: 'New' });
    expect(queries.getQueryData<Link>(linkKeys.detail('lnk_two'))).toMatchObject({ tags: ['b'], title: 'New' });
  });

  it('removes archived links from lists that exclude them, and restores them on rollback', async () => {
    const rollback = await patchCachedLinks(queries, new Map([['lnk_two', { status: 'archived' }]]));
    expect(aliases(ACTIVE)).toEqual(['one', 'three']);
    expect(total(ACTIVE)).toBe(2);
    rollback(['lnk_two']);
    expect(aliases(ACTIVE)).toEqual(['one', 'two', 'three']);
    expect(total(ACTIVE)).toBe(3);
    expect(queries.getQueryData<Link>(linkKeys.detail('lnk_two'))?.status).toBe('active');
  });

  it('rolls back only the given links and only the patched fields', async () => {
    const patches = new Map(links.map(({ id }) => [id, { tags: ['x'] }]));
    const rollback = await patchCachedLinks(queries, patches);
    queries.setQueryData<LinkPage>(
      ACTIVE,
      (now) => now && { ...now, items: now.items.map((item) => ({ ...item, clickCount: 5 })) },
    );
    rollback(['lnk_one']);
    expect(queries.getQueryData<LinkPage>(ACTIVE)?.items).toMatchObject([
      { tags: ['a'], clickCount: 5 },
      { tags: ['x'], clickCount: 5 },
      { tags: ['x'], clickCount: 5 },
    ]);
  });

  it('keeps a newer value on rollback', async () => {
    const rollback = await patchCachedLinks(queries, new Map([['lnk_two', { title: 'Mine' }]]));
    queries.setQueryData<Link>(linkKeys.detail('lnk_two'), (link) => link && { ...link, title: 'Newer' });
    rollback(['lnk_two']);
    expect(queries.getQueryData<Link>(linkKeys.detail('lnk_two'))?.title).toBe('Newer');
  });
});

describe('toCachedPatch', () => {
  it('contains only fields that can be shown before the server confirms them', () => {
    expect(toCachedPatch({ title: null, url: 'https://a.example', tags: ['a'] })).toEqual({ title: null, tags: ['a'] });
  });
});
