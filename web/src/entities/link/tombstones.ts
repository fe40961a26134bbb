import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';
import type { components } from '@/shared/api/schema';
import { linkKeys } from './link.queries';

export type Tombstone = components['schemas']['Tombstone'];

const KEY = [...linkKeys.all, 'tombstones'] as const;

/** One page of deleted links whose aliases are still taken, the last deleted first. */
export function tombstones(search: string, cursor: string) {
  return queryOptions({
    queryKey: [...KEY, search, cursor],
    queryFn: ({ signal }) => {
      const query = { limit: 50, ...(search && { search }), ...(cursor && { cursor }) };
      return body(api.GET('/tombstones', { params: { query }, signal }));
    },
  });
}

/** Bringing a deleted link back, and letting its aliases go. */
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
