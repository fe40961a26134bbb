import { queryOptions } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';
import { workspaceKey } from '@/shared/api/workspace-key';
import { TIMING } from '@/shared/config/timing';
import type { Domain } from './domain.types';

export const domainKeys = {
  get all() {
    return workspaceKey('domains');
  },
  get lists() {
    return workspaceKey('domains', 'list');
  },
  detail: (id: string) => workspaceKey('domains', 'detail', id),
  check: (id: string) => workspaceKey('domains', 'check', id),
};

/** All domains of the workspace, oldest first; the default one is the first. */
export function allDomains() {
  return queryOptions({
    queryKey: [...domainKeys.lists, 'all'],
    queryFn: async ({ signal }) => (await body(api.GET('/domains', { signal }))).items,
    staleTime: TIMING.staleMs,
  });
}

const usable = (domains: readonly Domain[]) => domains.filter(({ status }) => status !== 'pending');

/** The domains that links can use: the default one and the verified ones. */
export function domains() {
  return queryOptions({ ...allDomains(), select: usable });
}
