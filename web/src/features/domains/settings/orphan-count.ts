import { queryOptions } from '@tanstack/react-query';
import type { ClickCount } from '@/entities/analytics/analytics.types';
import { api, body } from '@/shared/api/client';
import { workspaceKey } from '@/shared/api/workspace-key';

/** Visits of the last 30 days to a host at aliases that do not exist. */
export function orphanCount(host: string) {
  const query = { interval: '30d' as const, groupBy: 'count' as const, orphans: true, domain: [host] };
  return queryOptions({
    queryKey: workspaceKey('analytics', 'orphans', host),
    // The response type depends on groupBy, which the OpenAPI document does not express.
    queryFn: async ({ signal }) => (await body(api.GET('/analytics', { params: { query }, signal }))) as ClickCount,
  });
}
