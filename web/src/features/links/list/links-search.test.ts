import { describe, expect, it } from 'vitest';
import { isFiltered, listParams } from './links-params';
import { parseLinksSearch } from './links-search';

describe('links search', () => {
  it('has defaults for missing parameters', () => {
    expect(parseLinksSearch({})).toEqual({
      q: '',
      tag: [],
      domain: '',
      folder: '',
      import: '',
      sort: 'createdAt',
      order: 'desc',
      page: 1,
      per: 25,
    });
  });
  it('replaces invalid values by defaults', () => {
    const search = parseLinksSearch({ q: {}, tag: 'x', sort: 'size', page: -3, status: 'lost', new: 'cat' });
    expect(search).toMatchObject({ q: '', tag: [], sort: 'createdAt', page: 1 });
    expect(search.status).toBeUndefined();
    expect(search.new).toBeUndefined();
  });
  it('accepts a number as search text', () => {
    expect(parseLinksSearch({ q: 77 }).q).toBe('77');
  });
  it('excludes archived links by default', () => {
    expect(listParams(parseLinksSearch({})).status).toEqual(['active', 'scheduled', 'expired', 'blocked']);
    expect(listParams(parseLinksSearch({ status: 'archived' })).status).toEqual(['archived']);
  });
  it('omits empty filters from the request', () => {
    const search = parseLinksSearch({
      q: ' linen ',
      tag: ['spring'],
      page: '3',
      per: '50',
      sort: 'alias',
      order: 'asc',
    });
    expect(listParams(search)).toEqual({
      search: 'linen',
      tag: ['spring'],
      status: ['active', 'scheduled', 'expired', 'blocked'],
      sort: 'alias',
      order: 'asc',
      limit: 50,
      include: ['spark'],
      page: 3,
    });
  });
  it('reports whether a filter is active', () => {
    expect(isFiltered(parseLinksSearch({ status: 'active', sort: 'alias' }))).toBe(false);
    expect(isFiltered(parseLinksSearch({ tag: ['a'] }))).toBe(true);
  });
});
