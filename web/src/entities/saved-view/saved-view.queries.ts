import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';
import type { components } from '@/shared/api/schema';

export type SavedView = components['schemas']['SavedView'];

const KEY = ['saved-views'] as const;

/** The user's own tabs above the links of this workspace. */
export function savedViews() {
  return queryOptions({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await body(api.GET('/saved-views', { signal }))).items,
    staleTime: 300_000,
  });
}

/** Making, changing and deleting views. */
export function useSavedViewMutations() {
  const queries = useQueryClient();
  const onSuccess = () => queries.invalidateQueries({ queryKey: KEY });
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
