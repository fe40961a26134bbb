import type { LinkListParams } from '@/entities/link/link.queries';
import type { LinkStatus } from '@/entities/link/link.types';
import { type LinksSearch, linksDefaults } from './links-search';

const LIVING: LinkStatus[] = ['active', 'scheduled', 'expired', 'blocked'];

/** The call behind a search. Only what was asked for is sent, so that equal searches share one cache entry. */
export function listParams(search: LinksSearch): LinkListParams {
  return {
    ...filterParams(search),
    sort: search.sort,
    order: search.order,
    limit: search.per,
    ...(search.page > 1 ? { page: search.page } : {}),
  };
}

/** The filters alone, for counting. */
export function filterParams(search: Partial<LinksSearch>): LinkListParams {
  return {
    ...(search.q?.trim() ? { search: search.q.trim() } : {}),
    ...(search.tag?.length ? { tag: search.tag } : {}),
    ...(search.domain ? { domain: search.domain } : {}),
    ...(search.folder ? { folder: search.folder } : {}),
    ...(search.import ? { import: search.import } : {}),
    status: search.status && search.status !== 'deleted' ? [search.status] : LIVING,
  };
}

/** Whether anything narrows the list beside the view. */
export function isFiltered(search: LinksSearch): boolean {
  const { q, tag, domain, folder, import: importId } = search;
  return q.trim() !== '' || tag.length > 0 || [domain, folder, importId].some((value) => value !== '');
}

/** What goes back to the first page: any change of filter or order. */
export const FIRST_PAGE = { page: linksDefaults.page };
export const NO_FILTERS = { q: '', tag: [] as string[], domain: '', folder: '', import: '', ...FIRST_PAGE };
