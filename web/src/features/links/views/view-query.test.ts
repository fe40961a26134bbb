import { describe, expect, it } from 'vitest';
import { parseLinksSearch } from '../list/links-search';
import { searchOf, viewQuery } from './view-query';

describe('saved view query', () => {
  it('is empty for the default list', () => {
    expect(viewQuery(parseLinksSearch({ page: 7, edit: 'lnk_1', new: 'link' }))).toBe('');
  });
  it('converts to a search without loss', () => {
    const search = parseLinksSearch({
      q: 'a&b=c %20 ü',
      tag: ['spring', 'a, b & c'],
      folder: 'fld_1',
      domain: 'go.example',
      sort: 'clickCount',
      order: 'asc',
      per: 100,
      status: 'expiring',
    });
    expect(searchOf(viewQuery(search))).toEqual({ ...search, tag: ['a, b & c', 'spring'] });
  });
  it('does not depend on the order of tags', () => {
    const [one, two] = [parseLinksSearch({ tag: ['a', 'b'] }), parseLinksSearch({ tag: ['b', 'a'], page: 3 })];
    expect(viewQuery(one)).toBe(viewQuery(two));
  });
  it('ignores unknown parameters', () => {
    expect(searchOf('sort=size&page=9&new=link&edit=lnk_1&what=ever&status=lost')).toEqual(parseLinksSearch({}));
  });
});
