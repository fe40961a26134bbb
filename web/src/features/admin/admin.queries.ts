import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';
import type { components } from '@/shared/api/schema';

type Schemas = components['schemas'];

export type InstallOverview = Schemas['InstallOverview'];
export type AdminUser = Schemas['AdminUser'];
export type AdminWorkspace = Schemas['AdminWorkspace'];
export type AdminDomain = Schemas['AdminDomain'];
export type AdminLink = Schemas['AdminLink'];
export type BlockRule = Schemas['BlockRule'];

/** A page of a list. */
export interface AdminFilter {
  search: string;
  cursor: string;
}

/** Items in a page. */
const PAGE = 50;
/** Between updates of the overview, in ms. */
const REFRESH_MS = 30_000;

export const adminKey = ['admin'] as const;

const named = ({ search, cursor }: AdminFilter) => ({
  limit: PAGE,
  ...(search.trim() && { search: search.trim() }),
  ...(cursor && { cursor }),
});

/** The state of the install and of the node that answers. */
export const overviewQuery = queryOptions({
  queryKey: [...adminKey, 'overview'],
  queryFn: ({ signal }) => body(api.GET('/admin/overview', { signal })),
  refetchInterval: REFRESH_MS,
});

export const usersQuery = (filter: AdminFilter) =>
  queryOptions({
    queryKey: [...adminKey, 'users', filter],
    queryFn: ({ signal }) => body(api.GET('/admin/users', { params: { query: named(filter) }, signal })),
    placeholderData: keepPreviousData,
  });

export const workspacesQuery = (filter: AdminFilter) =>
  queryOptions({
    queryKey: [...adminKey, 'workspaces', filter],
    queryFn: ({ signal }) => body(api.GET('/admin/workspaces', { params: { query: named(filter) }, signal })),
    placeholderData: keepPreviousData,
  });

export const domainsQuery = (filter: AdminFilter) =>
  queryOptions({
    queryKey: [...adminKey, 'domains', filter],
    queryFn: ({ signal }) => body(api.GET('/admin/domains', { params: { query: named(filter) }, signal })),
    placeholderData: keepPreviousData,
  });

export const linksQuery = (filter: AdminFilter) =>
  queryOptions({
    queryKey: [...adminKey, 'links', filter],
    queryFn: ({ signal }) => body(api.GET('/admin/links', { params: { query: named(filter) }, signal })),
    placeholderData: keepPreviousData,
  });

export const rulesQuery = (filter: AdminFilter) =>
  queryOptions({
    queryKey: [...adminKey, 'block-rules', filter],
    queryFn: ({ signal }) => body(api.GET('/admin/block-rules', { params: { query: named(filter) }, signal })),
    placeholderData: keepPreviousData,
  });
