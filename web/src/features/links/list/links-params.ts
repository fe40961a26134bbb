import { type LinkListParams, UNARCHIVED } from '@/entities/link/link.queries';
import { type LinksSearch, linksDefaults } from './links-search';

/** The list query of a search. Defaults are omitted, so that equal searches share a cache entry. */
export function listParams(search: LinksSearch): LinkListParams {
  return {
    ...filterParams(search),
    sort: search.sort,
    order: search.order,
    limit: search.per,
    include: ['spark'],
    ...(search.page > 1 ? { page: search.page } : {}),
  };
}

/** The filter parameters without sorting and paging. */
export function filterParams(search: Partial<LinksSearch>): LinkListParams {
  return {
    ...(search.q?.trim() ? { search: search.q.trim() } : {}),
    ...(search.tag?.length ? { tag: search.tag } : {}),
    ...(search.domain ? { domain: search.domain } : {}),
    ...(search.folder ? { folder: search.folder } : {}),
    ...(search.import ? { import: search.import } : {}),
    status: search.status && search.status !== 'deleted' ? [search.status] : UNARCHIVED,
  };
}

/** Whether any filter besides the view is active. */
export function isFiltered(search: LinksSearch): boolean {
  const { q, tag, domain, folder, import: importId } = search;
  return q.trim() !== '' || tag.length > 0 || [domain, folder, importId].some((value) => value !== '');
}

/** Resets the page; part of every change of filter, sort order or page size. */
export const FIRST_PAGE = { page: linksDefaults.page };
export const NO_FILTERS = { q: '', tag: [] as string[], domain: '', folder: '', import: '', ...FIRST_PAGE };
