import { useMutation, useQueryClient } from '@tanstack/react-query';
import { homeKeys } from '@/entities/usage/home-keys';
import { usageKeys } from '@/entities/usage/usage.queries';
import { api, body } from '@/shared/api/client';
import { linkKeys } from './link.queries';
import type { CreateLink } from './link.types';

/** Makes a link. It is in the detail cache at once; lists and usage are asked again. */
export function useCreateLink() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (link: CreateLink) => body(api.POST('/links', { body: link })),
    onSuccess: (link) => {
      queries.setQueryData(linkKeys.detail(link.id), link);
      void queries.invalidateQueries({ queryKey: linkKeys.lists });
      void queries.invalidateQueries({ queryKey: usageKeys.all });
      void queries.invalidateQueries({ queryKey: homeKeys.topLinks });
    },
  });
}
