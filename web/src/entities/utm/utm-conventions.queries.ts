import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';
import type { UtmConventions } from './utm';

const KEY = ['utm-conventions'] as const;

/** What the workspace asks of campaign parameters. */
export function utmConventions() {
  return queryOptions({
    queryKey: KEY,
    queryFn: ({ signal }) => body(api.GET('/utm-conventions', { signal })),
    staleTime: 60_000,
  });
}

/** Replaces them; for owners and admins. */
export function useUpdateUtmConventions() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (conventions: UtmConventions) => body(api.PUT('/utm-conventions', { body: conventions })),
    onSuccess: (kept) => queries.setQueryData(KEY, kept),
  });
}
