import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';
import { MAX_SELECTED_LINKS } from './bulk-links';
import type { LinkBase, LinkStatus, LinkSummary } from './link.types';

export type LinkSort = 'createdAt' | 'clickCount' | 'alias' | 'lastClickedAt';

/** Where links stand, or are about to: `expiring` ones are active and end within a week. */
export type ListStatus = LinkStatus | 'expiring';

/** Pages are asked again for a moment after a link was made without a title: its page's may be on the way. */
const TITLE_WAIT = 15_000;
const TITLE_EVERY = 1_500;

function hasPendingTitles(links: readonly LinkBase[]): boolean {
  return links.some(
    ({ title, url, updatedAt }) => !title && /^https?:/i.test(url) && Date.now() - Date.parse(updatedAt) < TITLE_WAIT,
  );
}

export interface LinkListParams {
  search?: string;
  tag?: string[];
  status?: ListStatus[];
  domain?: string;
  folder?: string;
  /** The id of an import: the links that it made. */
  import?: string;
  sort?: LinkSort;
  order?: 'asc' | 'desc';
  limit?: number;
  cursor?: string;
  /** Instead of a cursor. */
  page?: number;
}

export const linkKeys = {
  all: ['links'] as const,
  lists: ['links', 'list'] as const,
  list: (params: LinkListParams) => ['links', 'list', params] as const,
  details: ['links', 'detail'] as const,
  detail: (id: string) => ['links', 'detail', id] as const,
  history: (id: string) => ['links', 'history', id] as const,
  free: (domain: string, alias: string) => ['links', 'free', domain, alias] as const,
};

/** One part of the list. The part before stays in view while the next one is on its way. */
export function listLinks(params: LinkListParams) {
  return queryOptions({
    queryKey: linkKeys.list(params),
    queryFn: ({ signal }) => body(api.GET('/links', { params: { query: params }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => state.data !== undefined && hasPendingTitles(state.data.items) && TITLE_EVERY,
  });
}

/** How many links a filter finds. */
export function countLinks(params: Omit<LinkListParams, 'limit' | 'cursor' | 'page'>) {
  return queryOptions({ ...listLinks({ ...params, limit: 1 }), select: (page) => page.total });
}

export function linkDetail(id: string) {
  return queryOptions({
    queryKey: linkKeys.detail(id),
    queryFn: ({ signal }) => body(api.GET('/links/{id}', { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) => state.data !== undefined && hasPendingTitles([state.data]) && TITLE_EVERY,
  });
}

/** What happened to a link, the newest first; also of a deleted one. */
export function linkHistory(id: string) {
  return queryOptions({
    queryKey: linkKeys.history(id),
    queryFn: async ({ signal }) =>
      (await body(api.GET('/links/{id}/history', { params: { path: { id } }, signal }))).items,
  });
}

/** All links that a filter finds, up to as many as may be selected. `onProgress` is told how many there are so far. */
export async function fetchAllLinks(
  params: LinkListParams,
  onProgress?: (found: number) => void,
): Promise<LinkSummary[]> {
  const found: LinkSummary[] = [];
  let cursor: string | undefined;
  do {
    const query = { ...params, limit: 100, ...(cursor ? { cursor } : {}) };
    const page = await body(api.GET('/links', { params: { query } }));
    found.push(...page.items);
    onProgress?.(found.length);
    cursor = page.nextCursor ?? undefined;
  } while (cursor && found.length < MAX_SELECTED_LINKS);
  return found.slice(0, MAX_SELECTED_LINKS);
}

/** Whether an alias may still be taken on a domain, and if not, why. */
export function aliasAvailable(domain: string, alias: string) {
  return queryOptions({
    queryKey: linkKeys.free(domain, alias),
    queryFn: ({ signal }) => body(api.GET('/links/alias-available', { params: { query: { domain, alias } }, signal })),
    staleTime: 5_000,
    retry: false,
  });
}
