import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { homeKeys } from '@/entities/usage/home-keys';
import { usageKeys } from '@/entities/usage/usage.queries';
import { api, body } from '@/shared/api/client';
import { linkKeys } from './link.queries';
import type { Link, UpdateLink } from './link.types';

interface Change {
  id: string;
  change: UpdateLink;
  /** The version that was seen. Without it the change is made whatever happened since. */
  version?: number;
}

/** Changes what is named. With a version the answer is 412 when the link has moved on. */
export function updateLink({ id, change, version }: Change): Promise<Link> {
  const header = version === undefined ? {} : { 'If-Match': `"${version}"` };
  return body(api.PATCH('/links/{id}', { params: { path: { id }, header }, body: change }));
}

/** Asks again for everything that shows links. */
export function invalidateLinks(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: linkKeys.lists });
  void queries.invalidateQueries({ queryKey: usageKeys.all });
  void queries.invalidateQueries({ queryKey: homeKeys.topLinks });
}

export function useUpdateLink() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: updateLink,
    onSuccess: (link) => {
      queries.setQueryData(linkKeys.detail(link.id), link);
      void queries.invalidateQueries({ queryKey: linkKeys.history(link.id) });
      invalidateLinks(queries);
    },
  });
}
