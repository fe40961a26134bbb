import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';
import { workspaceKey } from '@/shared/api/workspace-key';
import { addClicksToLink, addClicksToLinks } from './add-clicks';
import { MAX_SELECTED_LINKS } from './bulk-links';
import type { Link, LinkBase, LinkPage, LinkStatus, LinkSummary } from './link.types';

export type LinkSort = 'createdAt' | 'clickCount' | 'alias' | 'lastClickedAt';

/** The status filter of the list. `expiring` links are active and end within a week. */
export type ListStatus = LinkStatus | 'expiring';

/** The statuses of the list's default view. */
export const UNARCHIVED: LinkStatus[] = ['active', 'scheduled', 'expired', 'blocked'];

/** The server fetches a missing title from the destination: pages with such a link poll for a few seconds. */
const TITLE_TIMEOUT_MS = 15_000;
const TITLE_POLL_MS = 1_500;

function hasPendingTitles(links: readonly LinkBase[]): boolean {
  return links.some(
    ({ title, url, updatedAt }) =>
      !title && /^https?:/i.test(url) && Date.now() - Date.parse(updatedAt) < TITLE_TIMEOUT_MS,
  );
}

export interface LinkListParams {
  search?: string;
  tag?: string[];
  status?: ListStatus[];
  domain?: string;
  folder?: string;
  /** The id of an import: only the links that it created. */
  import?: string;
  sort?: LinkSort;
  order?: 'asc' | 'desc';
  limit?: number;
  cursor?: string;
  /** Instead of a cursor. */
  page?: number;
  /** Additional fields: `spark`, the clicks of the last 14 days. */
  include?: 'spark'[];
}

export const linkKeys = {
  get all() {
    return workspaceKey('links');
  },
  get lists() {
    return workspaceKey('links', 'list');
  },
  list: (params: LinkListParams) => workspaceKey('links', 'list', params),
  get counts() {
    return workspaceKey('links', 'counts');
  },
  domainCounts: (hosts: readonly string[]) => workspaceKey('links', 'domain-counts', hosts),
  detail: (id: string) => workspaceKey('links', 'detail', id),
  history: (id: string) => workspaceKey('links', 'history', id),
  aliasAvailable: (domain: string, alias: string) => workspaceKey('links', 'alias-available', domain, alias),
  tombstones: (search: string, cursor: string) => workspaceKey('links', 'tombstones', search, cursor),
  simulation: (target: unknown, visit: unknown) => workspaceKey('links', 'simulation', target, visit),
};

/** A page of the list. The previous page is the placeholder of the next one. */
export function listLinks(params: LinkListParams) {
  return queryOptions({
    queryKey: linkKeys.list(params),
    queryFn: ({ signal }) => body(api.GET('/links', { params: { query: params }, signal })),
    placeholderData: keepPreviousData,
    meta: {
      liveClicks: {
        apply: (page: LinkPage, clicks) => {
          const items = addClicksToLinks(page.items, clicks);
          return items === page.items ? page : { ...page, items };
        },
      },
    },
    refetchInterval: ({ state }) => state.data !== undefined && hasPendingTitles(state.data.items) && TITLE_POLL_MS,
  });
}

/** The number of links per status, in one request. `all` excludes archived links. */
export function linkCounts() {
  return queryOptions({
    queryKey: linkKeys.counts,
    queryFn: ({ signal }) => body(api.GET('/links/counts', { signal })),
    meta: { invalidatedBy: ['linkChanged'] },
  });
}

/** The number of links that match a filter. */
export function countLinks(params: Omit<LinkListParams, 'limit' | 'cursor' | 'page'>) {
  return queryOptions({ ...listLinks({ ...params, limit: 1 }), select: (page) => page.total });
}

/** The number of unarchived links per domain, in the order of `hosts`. Each domain is a request. */
export function linkCountsByDomain(hosts: readonly string[]) {
  return queryOptions({
    queryKey: linkKeys.domainCounts(hosts),
    queryFn: ({ signal }) =>
      Promise.all(
        hosts.map(async (domain) => {
          const query = { domain, status: UNARCHIVED, limit: 1 };
          return (await body(api.GET('/links', { params: { query }, signal }))).total;
        }),
      ),
    meta: { invalidatedBy: ['linkChanged'] },
  });
}

export function linkDetail(id: string) {
  return queryOptions({
    queryKey: linkKeys.detail(id),
    queryFn: ({ signal }) => body(api.GET('/links/{id}', { params: { path: { id } }, signal })),
    meta: { liveClicks: { apply: (link: Link, clicks) => addClicksToLink(link, clicks) } },
    refetchInterval: ({ state }) => state.data !== undefined && hasPendingTitles([state.data]) && TITLE_POLL_MS,
  });
}

/** A link's versions, newest first; also of a deleted link. */
export function linkHistory(id: string) {
  return queryOptions({
    queryKey: linkKeys.history(id),
    queryFn: async ({ signal }) =>
      (await body(api.GET('/links/{id}/history', { params: { path: { id } }, signal }))).items,
  });
}

/** All links that match a filter, at most MAX_SELECTED_LINKS. Calls `onProgress` with the number fetched so far. */
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

/** Whether an alias is available on a domain, and otherwise the reason. */
export function aliasAvailable(domain: string, alias: string) {
  return queryOptions({
    queryKey: linkKeys.aliasAvailable(domain, alias),
    queryFn: ({ signal }) => body(api.GET('/links/alias-available', { params: { query: { domain, alias } }, signal })),
    staleTime: 5_000,
    retry: false,
  });
}
