import { type LinksSearch, linksDefaults, parseLinksSearch } from '../list/links-search';

/** A search as a saved view's query: filters, sort order and page size. Equal searches have equal queries. */
export function viewQuery(search: LinksSearch): string {
  const query = new URLSearchParams();
  for (const name of ['q', 'domain', 'folder', 'sort', 'order', 'status'] as const) {
    const value = search[name]?.trim();
    if (value && value !== (name === 'status' ? '' : linksDefaults[name])) query.set(name, value);
  }
  for (const tag of [...search.tag].sort()) query.append('tag', tag);
  if (search.per !== linksDefaults.per) query.set('per', String(search.per));
  return query.toString();
}

/** The inverse of viewQuery. Ignores unknown parameters. */
export function searchOf(query: string): LinksSearch {
  const given = new URLSearchParams(query);
  return parseLinksSearch({
    ...Object.fromEntries(given),
    tag: given.getAll('tag'),
    page: 1,
    new: undefined,
    edit: undefined,
  });
}
