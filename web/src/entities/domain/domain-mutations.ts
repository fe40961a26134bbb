import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { workspaceKeys } from '@/entities/workspace/workspace.queries';
import { api, body } from '@/shared/api/client';
import { publishEvent } from '@/shared/api/query-meta';
import { workspaceKey } from '@/shared/api/workspace-key';
import { domainKeys } from './domain.queries';
import type { Domain, UpdateDomain } from './domain.types';
import { storeDomain } from './domain-detail.queries';

/** Adds a host to the workspace. Its ownership is pending. */
export function createDomain(host: string): Promise<Domain> {
  return body(api.POST('/domains', { body: { host } }));
}

export function updateDomain(id: string, change: UpdateDomain): Promise<Domain> {
  return body(api.PATCH('/domains/{id}', { params: { path: { id } }, body: change }));
}

/** Returns a function that caches a changed domain. */
export function useStoreDomain(): (domain: Domain) => void {
  const queries = useQueryClient();
  return (domain) => storeDomain(queries, domain);
}

/** Checks the DNS records now. */
export function useVerifyDomain() {
  const store = useStoreDomain();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => body(api.POST('/domains/{id}/verify', { params: { path: { id } } })),
    onSuccess: (domain) => {
      queries.setQueryData(domainKeys.check(domain.id), domain);
      store(domain);
    },
  });
}

/** Deletes a domain. Its host returns 404 at once; the domain can be restored for a few days. */
export function useDeleteDomain() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      await api.DELETE('/domains/{id}', { params: { path: { id } } });
    },
    onSuccess: (_, id) => {
      queries.removeQueries({ queryKey: domainKeys.detail(id) });
      queries.removeQueries({ queryKey: domainKeys.check(id) });
      invalidateDomains(queries);
    },
  });
}

/** Restores a deleted domain with its links. */
export function useRestoreDomain() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => body(api.POST('/domains/{id}/restore', { params: { path: { id } } })),
    onSuccess: () => invalidateDomains(queries),
  });
}

/** Deletes a deleted domain and its links for good. */
export function usePurgeDomain() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      await api.DELETE('/domains/deleted/{id}', { params: { path: { id } } });
    },
    onSuccess: () => invalidateDomains(queries),
  });
}

/** Moves a domain to another workspace. */
export function useTransferDomain() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, workspaceId }: { id: string; workspaceId: string }) =>
      body(api.POST('/domains/{id}/transfer', { params: { path: { id } }, body: { workspaceId } })),
    onSuccess: (_, { id }) => {
      queries.removeQueries({ queryKey: domainKeys.detail(id) });
      invalidateDomains(queries);
    },
  });
}

/**
 * Domains come and go with their links, so that lists and numbers of links are stale too, and the domain of new links of
 * the workspace.
 */
function invalidateDomains(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: domainKeys.all });
  void queries.invalidateQueries({ queryKey: workspaceKeys.current });
  void queries.invalidateQueries({ queryKey: workspaceKey('links') });
  publishEvent(queries, 'linkChanged');
}
