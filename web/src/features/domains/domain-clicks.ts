import { queryOptions } from '@tanstack/react-query';
import type { ClickCount } from '@/entities/analytics/analytics.types';
import { api, body } from '@/shared/api/client';
import { workspaceKey } from '@/shared/api/workspace-key';

/** Clicks of the last 30 days on links of a host. With `orphans`: visits to aliases that do not exist. */
export function domainClicks(host: string, { orphans = false } = {}) {
  const query = { interval: '30d' as const, groupBy: 'count' as const, domain: [host], ...(orphans && { orphans }) };
  return queryOptions({
    queryKey: workspaceKey('analytics', orphans ? 'orphans' : 'domain', host),
    // The response type depends on groupBy, which the OpenAPI document does not express.
    queryFn: async ({ signal }) => (await body(api.GET('/analytics', { params: { query }, signal }))) as ClickCount,
  });
}
