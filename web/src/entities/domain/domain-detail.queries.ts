import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';
import { ApiError } from '@/shared/api/errors';
import { TIMING } from '@/shared/config/timing';
import { domainKeys } from './domain.queries';
import type { Domain, DomainUsage } from './domain.types';
import { pendingRecords } from './domain-status';

/** Caches a changed domain and invalidates the lists. */
export function storeDomain(queries: QueryClient, domain: Domain): void {
  queries.setQueryData(domainKeys.detail(domain.id), domain);
  void queries.invalidateQueries({ queryKey: domainKeys.lists });
}

/** The domains that can be restored, the last deleted first. */
export function deletedDomains() {
  return queryOptions({
    queryKey: [...domainKeys.lists, 'deleted'],
    queryFn: async ({ signal }) => (await body(api.GET('/domains/deleted', { signal }))).items,
  });
}

/** The usage of all domains with links, by their id. */
function domainUsage() {
  return queryOptions({
    queryKey: [...domainKeys.all, 'usage'],
    queryFn: async ({ signal }) => {
      const { items } = await body(api.GET('/domains/usage', { signal }));
      return new Map(items.map((usage) => [usage.domainId, usage]));
    },
    staleTime: TIMING.staleMs,
    meta: { invalidatedBy: ['linkChanged'] },
  });
}

/** Returns the numbers of links and QR codes on a domain; undefined while loading. */
export function useDomainUsage(domainId: string): Pick<DomainUsage, 'links' | 'qrCodes'> | undefined {
  const { data } = useQuery(domainUsage());
  return data && (data.get(domainId) ?? { links: 0, qrCodes: 0 });
}

/** Returns the number of links on a domain, archived ones included; undefined while loading. */
export function useLinkCount(domainId: string): number | undefined {
  return useDomainUsage(domainId)?.links;
}

/** The delay in ms before the next request of a poll, after `requests` of them: doubles up to a minute. */
export function pollDelay(requests: number): number {
  return Math.min(TIMING.domainCheckMs * 2 ** Math.max(0, requests - 1), TIMING.domainCheckMaxMs);
}

/** One domain. It is polled while its certificate is being issued. */
export function domainDetail(id: string) {
  return queryOptions({
    queryKey: domainKeys.detail(id),
    queryFn: ({ signal }) => body(api.GET('/domains/{id}', { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) => state.data?.certificate.state === 'pending' && pollDelay(state.dataUpdateCount),
  });
}

/**
 * The domain after a DNS check by the server, which is repeated with growing delays until all records are found. A 429
 * delays the next check by its Retry-After.
 */
export function domainCheck(id: string) {
  return queryOptions({
    queryKey: domainKeys.check(id),
    queryFn: async ({ client, signal }) => {
      const domain = await body(api.POST('/domains/{id}/verify', { params: { path: { id } }, signal }));
      storeDomain(client, domain);
      return domain;
    },
    retry: false,
    staleTime: TIMING.domainCheckMs,
    refetchOnWindowFocus: false,
    refetchInterval: ({ state }) => {
      if (state.data && pendingRecords(state.data).length === 0) return false;
      const wait = state.error instanceof ApiError ? (state.error.retryAfter ?? 0) * 1_000 : 0;
      return Math.max(wait, pollDelay(state.dataUpdateCount + state.errorUpdateCount));
    },
  });
}
