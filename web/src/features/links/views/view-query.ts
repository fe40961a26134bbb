import { type LinksSearch, linksDefaults, parseLinksSearch } from '../list/links-search';

/** What a saved view keeps of a search: filters, order and rows, not the page nor a dialog. Equal searches give equal texts. */
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

/** The inverse of viewQuery. What it does not know it leaves out. */
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
