import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';
import type { components } from '@/shared/api/schema';
import { invalidateLinks } from './update-link';

/** The result for one URL of a bulk creation. */
export type CreateResult = components['schemas']['BulkResult'];

/** Creates a link for each URL in one call, at most 1,000. The results are in the order of the URLs. */
export function useCreateLinks() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (urls: readonly string[]) =>
      (await body(api.POST('/links/bulk', { body: { links: urls.map((url) => ({ url })) } }))).results,
    onSettled: () => invalidateLinks(queries),
  });
}
