import { queryOptions } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';

/** The server's optional features, such as a city database. They change only with a restart. */
export function capabilities() {
  return queryOptions({
    queryKey: ['capabilities'] as const,
    queryFn: ({ signal }) => body(api.GET('/capabilities', { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
