import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';
import type { components } from '@/shared/api/schema';
import { workspaceKey } from '@/shared/api/workspace-key';

export type SavedView = components['schemas']['SavedView'];

const savedViewKey = () => workspaceKey('saved-views');

/** The user's saved views of this workspace's links. */
export function savedViews() {
  return queryOptions({
    queryKey: savedViewKey(),
    queryFn: async ({ signal }) => (await body(api.GET('/saved-views', { signal }))).items,
    staleTime: 300_000,
  });
}

/** Creating, changing and deleting saved views. */
export function useSavedViewMutations() {
  const queries = useQueryClient();
  const onSuccess = () => queries.invalidateQueries({ queryKey: savedViewKey() });
  return {
    create: useMutation({
      mutationFn: (view: { name: string; query: string }) => body(api.POST('/saved-views', { body: view })),
      onSuccess,
    }),
    change: useMutation({
      mutationFn: ({ id, ...change }: { id: string; name?: string; query?: string }) =>
        body(api.PATCH('/saved-views/{id}', { params: { path: { id } }, body: change })),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (id: string) => api.DELETE('/saved-views/{id}', { params: { path: { id } } }),
      onSuccess,
    }),
  };
}
