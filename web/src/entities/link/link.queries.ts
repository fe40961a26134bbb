import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';
import type { LinkStatus } from './link.types';

export type LinkSort = 'createdAt' | 'clickCount' | 'alias' | 'lastClickedAt';

export interface LinkListParams {
  search?: string;
  tag?: string[];
  status?: LinkStatus[];
  domain?: string;
  sort?: LinkSort;
  order?: 'asc' | 'desc';
  limit?: number;
  cursor?: string;
}

export const linkKeys = {
  all: ['links'] as const,
  lists: ['links', 'list'] as const,
  list: (params: LinkListParams) => ['links', 'list', params] as const,
  details: ['links', 'detail'] as const,
  detail: (id: string) => ['links', 'detail', id] as const,
  free: (domain: string, alias: string) => ['links', 'free', domain, alias] as const,
};

/** One part of the list. The part before stays in view while the next one is on its way. */
export function listLinks(params: LinkListParams) {
  return queryOptions({
    queryKey: linkKeys.list(params),
    queryFn: ({ signal }) => body(api.GET('/links', { params: { query: params }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** How many links a filter finds. */
export function countLinks(params: Omit<LinkListParams, 'limit' | 'cursor'>) {
  return queryOptions({ ...listLinks({ ...params, limit: 1 }), select: (page) => page.total });
}

export function linkDetail(id: string) {
  return queryOptions({
    queryKey: linkKeys.detail(id),
    queryFn: ({ signal }) => body(api.GET('/links/{id}', { params: { path: { id } }, signal })),
  });
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
