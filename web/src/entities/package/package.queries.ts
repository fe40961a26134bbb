import { queryOptions } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';

/** The packages for sale, monthly and yearly. */
export const packagesQuery = queryOptions({
  queryKey: ['packages'],
  queryFn: ({ signal }) => body(api.GET('/packages', { signal })),
});
