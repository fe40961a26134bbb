import { describe, expect, it } from 'vitest';
import { isFiltered, listParams } from './links-params';
import { parseLinksSearch } from './links-search';

describe('the search of the links screen', () => {
  it('fills in what the URL leaves out', () => {
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
  it('forgives nonsense', () => {
    const search = parseLinksSearch({ q: {}, tag: 'x', sort: 'size', page: -3, status: 'lost', new: 'cat' });
    expect(search).toMatchObject({ q: '', tag: [], sort: 'createdAt', page: 1 });
    expect(search.status).toBeUndefined();
    expect(search.new).toBeUndefined();
  });
  it('takes a number for what was searched', () => {
    expect(parseLinksSearch({ q: 77 }).q).toBe('77');
  });
  it('asks for all but the archived links unless a view is chosen', () => {
    expect(listParams(parseLinksSearch({})).status).toEqual(['active', 'scheduled', 'expired', 'blocked']);
    expect(listParams(parseLinksSearch({ status: 'archived' })).status).toEqual(['archived']);
  });
  it('sends only what narrows the list', () => {
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
      page: 3,
    });
  });
  it('knows whether anything narrows it', () => {
    expect(isFiltered(parseLinksSearch({ status: 'active', sort: 'alias' }))).toBe(false);
    expect(isFiltered(parseLinksSearch({ tag: ['a'] }))).toBe(true);
  });
});
