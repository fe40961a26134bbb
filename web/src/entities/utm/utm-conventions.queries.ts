import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';
import { workspaceKey } from '@/shared/api/workspace-key';
import type { UtmConventions } from './utm';

const conventionsKey = () => workspaceKey('utm-conventions');

/** The workspace's rules for UTM parameters. */
export function utmConventions() {
  return queryOptions({
    queryKey: conventionsKey(),
    queryFn: ({ signal }) => body(api.GET('/utm-conventions', { signal })),
    staleTime: 60_000,
  });
}

/** Replaces the rules; for owners and admins. */
export function useUpdateUtmConventions() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (conventions: UtmConventions) => body(api.PUT('/utm-conventions', { body: conventions })),
    onSuccess: (saved) => queries.setQueryData(conventionsKey(), saved),
  });
}
