import { queryOptions } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';
import { workspaceKey } from '@/shared/api/workspace-key';

/** The workspace's plan and its usage. A limit of null means unlimited. */
export function dashboardUsage() {
  return queryOptions({
    queryKey: workspaceKey('usage'),
    queryFn: ({ signal }) => body(api.GET('/dashboard/usage', { signal })),
    meta: { invalidatedBy: ['linkChanged', 'qrCodeChanged'], liveClicks: {} },
  });
}
