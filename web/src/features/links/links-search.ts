import type { LinkListParams, LinkSort } from '@/entities/link/link.queries';
import type { LinkStatus } from '@/entities/link/link.types';

export const PAGE_SIZE = 25;

const STATUSES = ['active', 'scheduled', 'expired', 'archived', 'blocked'] as const;
const SORTS = ['createdAt', 'clickCount', 'alias', 'lastClickedAt'] as const;

/** What the links screen shows. It lives in the URL and nowhere else; what equals its default is left out of it. */
interface Defaults {
  q: string;
  tag: string[];
  domain: string;
  /** A folder's id. */
  folder: string;
  sort: LinkSort;
  order: 'asc' | 'desc';
  cursor: string;
  page: number;
}

export const linksDefaults: Defaults = {
  q: '',
  tag: [],
  domain: '',
  folder: '',
  sort: 'createdAt',
  order: 'desc',
  cursor: '',
  page: 1,
};

export interface LinksSearch extends Defaults {
  /** All but the archived ones when absent. */
  status?: LinkStatus;
  /** The create dialog is open. */
  new?: 'link';
  /** The link whose edit dialog is open. */
  edit?: string;
}

const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
const oneOf = <T extends string>(value: unknown, allowed: readonly T[]) => allowed.find((known) => known === value);

/**
 * Reads the URL's search and forgives nonsense. Written by hand: this stands in the part of the app that every page of
 * the dashboard loads, and a schema library for a dozen lines would weigh more than all of them.
 */
export function parseLinksSearch(given: Partial<Record<keyof LinksSearch, unknown>>): LinksSearch {
  const tags = Array.isArray(given.tag) && given.tag.every((tag) => typeof tag === 'string');
  const page = Number(given.page);
  return {
    q: text(given.q) ?? linksDefaults.q,
    tag: tags ? (given.tag as string[]) : linksDefaults.tag,
    domain: text(given.domain) ?? linksDefaults.domain,
    folder: text(given.folder) ?? linksDefaults.folder,
    sort: oneOf(given.sort, SORTS) ?? linksDefaults.sort,
    order: oneOf(given.order, ['asc', 'desc']) ?? linksDefaults.order,
    cursor: text(given.cursor) ?? linksDefaults.cursor,
    page: Number.isInteger(page) && page > 0 ? page : linksDefaults.page,
    status: oneOf(given.status, STATUSES),
    new: oneOf(given.new, ['link']),
    edit: text(given.edit),
  };
}

const LIVING: LinkStatus[] = ['active', 'scheduled', 'expired', 'blocked'];

/** The call behind a search. Only what was asked for is sent, so that equal searches share one cache entry. */
export function listParams(search: LinksSearch): LinkListParams {
  return {
    ...filterParams(search),
    sort: search.sort,
    order: search.order,
    limit: PAGE_SIZE,
    ...(search.cursor ? { cursor: search.cursor } : {}),
  };
}

/** The filters alone, for counting. */
export function filterParams(search: Partial<LinksSearch>): LinkListParams {
  return {
    ...(search.q?.trim() ? { search: search.q.trim() } : {}),
    ...(search.tag?.length ? { tag: search.tag } : {}),
    ...(search.domain ? { domain: search.domain } : {}),
    ...(search.folder ? { folder: search.folder } : {}),
    status: search.status ? [search.status] : LIVING,
  };
}

/** Whether anything narrows the list beside the view. */
export function isFiltered(search: LinksSearch): boolean {
  return search.q.trim() !== '' || search.tag.length > 0 || search.domain !== '' || search.folder !== '';
}

/** What goes back to the first page: any change of filter or order. */
export const FIRST_PAGE = { cursor: linksDefaults.cursor, page: linksDefaults.page };
export const NO_FILTERS = { q: '', tag: [] as string[], domain: '', folder: '', ...FIRST_PAGE };
