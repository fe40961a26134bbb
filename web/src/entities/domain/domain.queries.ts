import { queryOptions } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';
import { workspaceKey } from '@/shared/api/workspace-key';

/** The domains that links can use, including the default one. */
export function domains() {
  return queryOptions({
    queryKey: workspaceKey('domains'),
    queryFn: async ({ signal }) => (await body(api.GET('/domains', { signal }))).items,
    staleTime: 60_000,
  });
}
