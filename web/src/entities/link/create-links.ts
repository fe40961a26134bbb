import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';
import type { components } from '@/shared/api/schema';
import type { CreateLink } from './link.types';
import { invalidateLinks } from './update-link';

/** The result for one link of a bulk creation. */
export type CreateResult = components['schemas']['BulkResult'];

/** Creates links in one call, at most 1,000. The results are in the order of the links. */
export function useCreateLinks() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (links: CreateLink[]) => (await body(api.POST('/links/bulk', { body: { links } }))).results,
    onSettled: () => invalidateLinks(queries),
  });
}
