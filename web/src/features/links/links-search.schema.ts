import * as z from 'zod/mini';
import type { LinkListParams } from '@/entities/link/link.queries';
import type { LinkStatus } from '@/entities/link/link.types';

export const PAGE_SIZE = 25;

const STATUSES = ['active', 'scheduled', 'expired', 'archived', 'blocked'] as const;
const SORTS = ['createdAt', 'clickCount', 'alias', 'lastClickedAt'] as const;

/** What the links screen shows. It lives in the URL and nowhere else; what equals its default is left out of it. */
export const linksDefaults = {
  q: '',
  tag: [] as string[],
  domain: '',
  sort: 'createdAt' as (typeof SORTS)[number],
  order: 'desc' as 'asc' | 'desc',
  cursor: '',
  page: 1,
};

export const linksSearch = z.object({
  q: z.catch(z._default(z.string(), linksDefaults.q), linksDefaults.q),
  tag: z.catch(z._default(z.array(z.string()), linksDefaults.tag), linksDefaults.tag),
  domain: z.catch(z._default(z.string(), linksDefaults.domain), linksDefaults.domain),
  sort: z.catch(z._default(z.enum(SORTS), linksDefaults.sort), linksDefaults.sort),
  order: z.catch(z._default(z.enum(['asc', 'desc']), linksDefaults.order), linksDefaults.order),
  cursor: z.catch(z._default(z.string(), linksDefaults.cursor), linksDefaults.cursor),
  page: z.catch(z._default(z.int().check(z.positive()), linksDefaults.page), linksDefaults.page),
  /** All but the archived ones when absent. */
  status: z.catch(z.optional(z.enum(STATUSES)), undefined),
  /** The create dialog is open. */
  new: z.catch(z.optional(z.enum(['link'])), undefined),
  /** The link whose edit dialog is open. */
  edit: z.catch(z.optional(z.string()), undefined),
});

export type LinksSearch = z.output<typeof linksSearch>;

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
export function filterParams(search: Pick<LinksSearch, 'q' | 'tag' | 'domain' | 'status'>): LinkListParams {
  return {
    ...(search.q.trim() ? { search: search.q.trim() } : {}),
    ...(search.tag.length > 0 ? { tag: search.tag } : {}),
    ...(search.domain ? { domain: search.domain } : {}),
    status: search.status ? [search.status] : LIVING,
  };
}

/** Whether anything narrows the list beside the view. */
export function isFiltered(search: LinksSearch): boolean {
  return search.q.trim() !== '' || search.tag.length > 0 || search.domain !== '';
}

/** What goes back to the first page: any change of filter or order. */
export const FIRST_PAGE = { cursor: linksDefaults.cursor, page: linksDefaults.page };
export const NO_FILTERS = { q: '', tag: [] as string[], domain: '', ...FIRST_PAGE };
