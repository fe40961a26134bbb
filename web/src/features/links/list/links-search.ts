import type { LinkSort, ListStatus } from '@/entities/link/link.queries';

export const PAGE_SIZES = [25, 50, 100] as const;
type PageSize = (typeof PAGE_SIZES)[number];

const STATUSES = ['active', 'expiring', 'scheduled', 'expired', 'archived', 'blocked', 'deleted'] as const;
const SORTS = ['createdAt', 'clickCount', 'alias', 'lastClickedAt'] as const;

/** The state of the links screen in the URL's search. Values that equal their default are omitted from the URL. */
interface Defaults {
  q: string;
  tag: string[];
  domain: string;
  /** Folder id. */
  folder: string;
  /** The id of an import; empty for all links. */
  import: string;
  sort: LinkSort;
  order: 'asc' | 'desc';
  page: number;
  /** Rows per page. */
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
  /** Absent for all but archived links; `deleted` shows deleted links whose aliases are reserved. */
  status?: ListStatus | 'deleted';
  /** The create dialog, for one link or in bulk, is open. */
  new?: 'link' | 'list';
  /** Initial destination of the create dialog, such as from a bookmarklet. */
  url?: string;
  /** The id of the link to duplicate. */
  copy?: string;
  /** The id of the link whose edit dialog is open. */
  edit?: string;
}

/** Patches the search. */
export type ChangeSearch = (change: Partial<LinksSearch>) => void;

// The router parses numeric values in the URL as numbers.
const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : undefined);
const oneOf = <T>(value: unknown, allowed: readonly T[]) => allowed.find((known) => known === value);

/**
 * Parses the URL's search; invalid values become defaults. It uses no schema library, since every page of the dashboard
 * loads this code.
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
    url: text(given.url),
    copy: text(given.copy),
    edit: text(given.edit),
  };
}
