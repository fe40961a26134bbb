import { queryOptions } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';

/** Between updates of the overview, in ms. */
const REFRESH_MS = 30_000;

/** All queries of operators. */
export const adminKey = ['admin'] as const;

/** The state of the install and of the node that answers. */
export const overviewQuery = queryOptions({
  queryKey: [...adminKey, 'overview'],
  queryFn: ({ signal }) => body(api.GET('/admin/overview', { signal })),
  refetchInterval: REFRESH_MS,
});
