import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';
import type { components } from '@/shared/api/schema';

type Schemas = components['schemas'];
export type Share = Schemas['Share'];
export type CreateShare = Schemas['CreateShare'];

const shareKeys = { all: ['shares'] as const };

/** The shared pages of the workspace, the newest first. */
export function shares() {
  return queryOptions({
    queryKey: shareKeys.all,
    queryFn: async ({ signal }) => (await body(api.GET('/shares', { signal }))).items,
  });
}

/** Creates, renames and revokes shared pages. */
export function useShareChanges() {
  const queries = useQueryClient();
  const onSuccess = () => void queries.invalidateQueries({ queryKey: shareKeys.all });
  return {
    create: useMutation({
      mutationFn: (share: CreateShare) => body(api.POST('/shares', { body: share })),
      onSuccess,
    }),
    rename: useMutation({
      mutationFn: ({ id, name }: { id: string; name: string | null }) =>
        body(api.PATCH('/shares/{id}', { params: { path: { id } }, body: { name } })),
      onSuccess,
    }),
    revoke: useMutation({
      mutationFn: (id: string) => api.DELETE('/shares/{id}', { params: { path: { id } } }),
      onSuccess,
    }),
  };
}
