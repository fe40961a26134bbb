import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';
import type { components } from '@/shared/api/schema';
import { invalidateLinks } from './update-link';

/** What became of one address of a list. */
export type CreateResult = components['schemas']['BulkResult'];

/** Makes a link of each address in one call, at most 1,000; each address has a result of its own, in order. */
export function useCreateLinks() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (urls: readonly string[]) =>
      (await body(api.POST('/links/bulk', { body: { links: urls.map((url) => ({ url })) } }))).results,
    onSettled: () => invalidateLinks(queries),
  });
}
