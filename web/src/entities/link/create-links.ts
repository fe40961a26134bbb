import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';
import type { components } from '@/shared/api/schema';
import { invalidateLinks } from './update-link';

/** The result for one URL of a bulk creation. */
export type CreateResult = components['schemas']['BulkResult'];

interface NewLinks {
  urls: readonly string[];
  /** Empty for the domain of new links. */
  domain: string;
}

/** Creates a link for each URL in one call, at most 1,000. The results are in the order of the URLs. */
export function useCreateLinks() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ urls, domain }: NewLinks) => {
      const links = urls.map((url) => ({ url, ...(domain && { domain }) }));
      return (await body(api.POST('/links/bulk', { body: { links } }))).results;
    },
    onSettled: () => invalidateLinks(queries),
  });
}
