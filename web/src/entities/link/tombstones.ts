import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';
import type { components } from '@/shared/api/schema';
import { linkKeys } from './link.queries';

export type Tombstone = components['schemas']['Tombstone'];

/** A page of deleted links whose aliases are still reserved, the last deleted first. */
export function tombstones(search: string, cursor: string) {
  return queryOptions({
    queryKey: linkKeys.tombstones(search, cursor),
    queryFn: ({ signal }) => {
      const query = { limit: 50, ...(search && { search }), ...(cursor && { cursor }) };
      return body(api.GET('/tombstones', { params: { query }, signal }));
    },
  });
}

/** Restoring a deleted link, and releasing its aliases. */
export function useTombstoneMutations() {
  const queries = useQueryClient();
  const onSuccess = () => queries.invalidateQueries({ queryKey: linkKeys.all });
  return {
    restore: useMutation({
      mutationFn: (id: string) => body(api.POST('/links/{id}/restore', { params: { path: { id } } })),
      onSuccess,
    }),
    free: useMutation({
      mutationFn: ({ id, alias }: { id: string; alias: string }) =>
        api.DELETE('/tombstones/{id}', { params: { path: { id }, query: { alias } } }),
      onSuccess,
    }),
  };
}
