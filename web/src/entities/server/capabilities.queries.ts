import { queryOptions } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';

/** What this install can find out about visitors. It changes only with a restart. */
export function capabilities() {
  return queryOptions({
    queryKey: ['capabilities'] as const,
    queryFn: ({ signal }) => body(api.GET('/capabilities', { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
