import { queryOptions } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';

export const usageKeys = { all: ['dashboard', 'usage'] as const };

/** The workspace's plan and how much of it is used. A limit of null is "no limit". */
export function dashboardUsage() {
  return queryOptions({
    queryKey: usageKeys.all,
    queryFn: ({ signal }) => body(api.GET('/dashboard/usage', { signal })),
  });
}
