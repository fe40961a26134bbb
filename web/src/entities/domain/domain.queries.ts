import { queryOptions } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';

/** The domains that links can be put on, the default one among them. */
export function domains() {
  return queryOptions({
    queryKey: ['domains'] as const,
    queryFn: async ({ signal }) => (await body(api.GET('/domains', { signal }))).items,
    staleTime: 60_000,
  });
}
