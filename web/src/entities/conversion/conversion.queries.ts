import { queryOptions } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';
import type { components } from '@/shared/api/schema';

export type Conversion = components['schemas']['Conversion'];

/** How many of the last leads and sales are shown. */
const LAST = 8;

/** The last leads and sales, of one link or of all. */
export function lastConversions(linkId?: string) {
  return queryOptions({
    queryKey: ['conversions', linkId ?? 'all'] as const,
    queryFn: async ({ signal }) => {
      const query = { limit: LAST, ...(linkId ? { linkId } : {}) };
      return (await body(api.GET('/conversions', { params: { query }, signal }))).items;
    },
  });
}
