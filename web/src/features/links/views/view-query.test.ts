import { describe, expect, it } from 'vitest';
import { parseLinksSearch } from '../list/links-search';
import { searchOf, viewQuery } from './view-query';

describe('what a saved view keeps', () => {
  it('is nothing for the plain list', () => {
    expect(viewQuery(parseLinksSearch({ page: 7, edit: 'lnk_1', new: 'link' }))).toBe('');
  });
  it('comes back as it went in, whatever the letters', () => {
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
  it('is the same for the same filters in another order', () => {
    const [one, two] = [parseLinksSearch({ tag: ['a', 'b'] }), parseLinksSearch({ tag: ['b', 'a'], page: 3 })];
    expect(viewQuery(one)).toBe(viewQuery(two));
  });
  it('forgives what it does not know', () => {
    expect(searchOf('sort=size&page=9&new=link&edit=lnk_1&what=ever&status=lost')).toEqual(parseLinksSearch({}));
  });
});
