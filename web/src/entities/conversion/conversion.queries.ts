import { queryOptions } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';
import type { components } from '@/shared/api/schema';
import { workspaceKey } from '@/shared/api/workspace-key';

export type Conversion = components['schemas']['Conversion'];

/** The number of conversions shown. */
const SHOWN = 8;

/** The most recent leads and sales, of one link or of all links. */
export function lastConversions(linkId?: string) {
  return queryOptions({
    queryKey: workspaceKey('conversions', linkId ?? 'all'),
    queryFn: async ({ signal }) => {
      const query = { limit: SHOWN, ...(linkId ? { linkId } : {}) };
      return (await body(api.GET('/conversions', { params: { query }, signal }))).items;
    },
  });
}
