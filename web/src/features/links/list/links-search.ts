import type { LinkSort, ListStatus } from '@/entities/link/link.queries';

export const PAGE_SIZES = [25, 50, 100] as const;
type PageSize = (typeof PAGE_SIZES)[number];

const STATUSES = ['active', 'expiring', 'scheduled', 'expired', 'archived', 'blocked', 'deleted'] as const;
const SORTS = ['createdAt', 'clickCount', 'alias', 'lastClickedAt'] as const;

/** What the links screen shows. It lives in the URL and nowhere else; what equals its default is left out of it. */
interface Defaults {
  q: string;
  tag: string[];
  domain: string;
  /** A folder's id. */
  folder: string;
  /** The id of an import; empty for all links. */
  import: string;
  sort: LinkSort;
  order: 'asc' | 'desc';
  page: number;
  /** How many rows a page has. */
  per: PageSize;
}

export const linksDefaults: Defaults = {
  q: '',
  tag: [],
  domain: '',
  folder: '',
  import: '',
  sort: 'createdAt',
  order: 'desc',
  page: 1,
  per: 25,
};

export interface LinksSearch extends Defaults {
  /** All but the archived ones when absent; `deleted` shows what is left of deleted links. */
  status?: ListStatus | 'deleted';
  /** The dialog that makes one link, or links from a list of addresses, is open. */
  new?: 'link' | 'list';
  /** The link that the create dialog starts from. */
  copy?: string;
  /** The link whose edit dialog is open. */
  edit?: string;
}

/** Changes some of it. */
export type ChangeSearch = (change: Partial<LinksSearch>) => void;

// The router takes a number in a typed address for a number.
const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : undefined);
const oneOf = <T>(value: unknown, allowed: readonly T[]) => allowed.find((known) => known === value);

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
    import: text(given.import) ?? linksDefaults.import,
    sort: oneOf(given.sort, SORTS) ?? linksDefaults.sort,
    order: oneOf(given.order, ['asc', 'desc'] as const) ?? linksDefaults.order,
    page: Number.isInteger(page) && page > 0 ? page : linksDefaults.page,
    per: oneOf(Number(given.per), PAGE_SIZES) ?? linksDefaults.per,
    status: oneOf(given.status, STATUSES),
    new: oneOf(given.new, ['link', 'list'] as const),
    copy: text(given.copy),
    edit: text(given.edit),
  };
}
