import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { adminKey } from '@/entities/server/overview.queries';
import { api, body } from '@/shared/api/client';
import type { components } from '@/shared/api/schema';

type Schemas = components['schemas'];

export type InstallOverview = Schemas['InstallOverview'];
export type AdminUser = Schemas['AdminUser'];
export type AdminWorkspace = Schemas['AdminWorkspace'];
export type AdminDomain = Schemas['AdminDomain'];
export type AdminLink = Schemas['AdminLink'];
export type BlockRule = Schemas['BlockRule'];
export type Denylist = Schemas['Denylist'];
export type DenylistException = Schemas['DenylistException'];
export type AbuseCase = Schemas['AbuseCase'];
export type AbuseCaseDetails = Schemas['AbuseCaseDetails'];

/** A page of a list. */
export interface AdminFilter {
  search: string;
  cursor: string;
}

/** Between updates of a running import, in ms. */
const REFRESH_MS = 30_000;

/** Items in a page. */
const PAGE = 50;
const named = ({ search, cursor }: AdminFilter) => ({
  limit: PAGE,
  ...(search.trim() && { search: search.trim() }),
  ...(cursor && { cursor }),
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

/** The deny-lists whose name or address contains a text. There are at most 20, so the client searches. */
export const denylistsQuery = (search: string) =>
  queryOptions({
    queryKey: [...adminKey, 'denylists'],
    queryFn: ({ signal }) => body(api.GET('/admin/denylists', { signal })),
    refetchInterval: REFRESH_MS,
    select: (page) => {
      const text = search.trim().toLowerCase();
      const items = page.items.filter(({ name, url }) => `${name} ${url}`.toLowerCase().includes(text));
      return { ...page, items, total: items.length };
    },
  });

export const exceptionsQuery = (filter: AdminFilter) =>
  queryOptions({
    queryKey: [...adminKey, 'denylist-exceptions', filter],
    queryFn: ({ signal }) => body(api.GET('/admin/denylist-exceptions', { params: { query: named(filter) }, signal })),
    placeholderData: keepPreviousData,
  });

export const abuseCasesQuery = ({ state, ...filter }: AdminFilter & { state: AbuseCase['state'] }) =>
  queryOptions({
    queryKey: [...adminKey, 'abuse-cases', state, filter],
    queryFn: ({ signal }) =>
      body(api.GET('/admin/abuse-cases', { params: { query: { ...named(filter), state } }, signal })),
    placeholderData: keepPreviousData,
  });

export const abuseCaseQuery = (id: string) =>
  queryOptions({
    queryKey: [...adminKey, 'abuse-case', id],
    queryFn: ({ signal }) => body(api.GET('/admin/abuse-cases/{id}', { params: { path: { id } }, signal })),
  });
