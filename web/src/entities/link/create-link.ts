import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';
import { linkKeys } from './link.queries';
import type { CreateLink } from './link.types';
import { invalidateLinks } from './update-link';

/** Creates a link, caches it and invalidates the lists. */
export function useCreateLink() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (link: CreateLink) => body(api.POST('/links', { body: link })),
    onSuccess: (link) => {
      queries.setQueryData(linkKeys.detail(link.id), link);
      invalidateLinks(queries);
    },
  });
}
