import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';
import { publishEvent } from '@/shared/api/query-meta';
import { linkKeys } from './link.queries';
import type { Link, UpdateLink } from './link.types';
import { patchCachedLinks, toCachedPatch } from './optimistic';

interface Update {
  id: string;
  /** Only the fields to change. */
  change: UpdateLink;
  /** The version that the change is based on; without it the change is unconditional. */
  version?: number;
}

/** Updates a link. Throws an ApiError with status 412 when `version` is not the current one. */
export function updateLink({ id, change, version }: Update): Promise<Link> {
  const header = version === undefined ? {} : { 'If-Match': `"${version}"` };
  return body(api.PATCH('/links/{id}', { params: { path: { id }, header }, body: change }));
}

/** Invalidates the lists of links and everything else that shows links. */
export function invalidateLinks(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: linkKeys.lists });
  publishEvent(queries, 'linkChanged');
}

/** Updates a link. Title, note, tags, folder and status show at once and are rolled back when the update fails. */
export function useUpdateLink() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: updateLink,
    onMutate: ({ id, change }) => patchCachedLinks(queries, new Map([[id, toCachedPatch(change)]])),
    onError: (_error, { id }, rollBack) => {
      rollBack?.([id]);
      void queries.invalidateQueries({ queryKey: linkKeys.lists });
    },
    onSuccess: (link) => {
      queries.setQueryData(linkKeys.detail(link.id), link);
      void queries.invalidateQueries({ queryKey: linkKeys.history(link.id) });
      invalidateLinks(queries);
    },
  });
}
