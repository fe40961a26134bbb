import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';
import type { components } from '@/shared/api/schema';
import { workspaceKey } from '@/shared/api/workspace-key';

type Schemas = components['schemas'];
export type Share = Schemas['Share'];
export type CreateShare = Schemas['CreateShare'];

const sharesKey = () => workspaceKey('shares');

/** The workspace's shared reports, newest first. */
export function shares() {
  return queryOptions({
    queryKey: sharesKey(),
    queryFn: async ({ signal }) => (await body(api.GET('/shares', { signal }))).items,
  });
}

/** Creating, renaming and revoking shared reports. */
export function useShareMutations() {
  const queries = useQueryClient();
  const onSuccess = () => void queries.invalidateQueries({ queryKey: sharesKey() });
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
