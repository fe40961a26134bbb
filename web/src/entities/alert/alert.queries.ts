import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';
import type { components } from '@/shared/api/schema';
import { workspaceKey } from '@/shared/api/workspace-key';

type Schemas = components['schemas'];

export type Alert = Schemas['Alert'];
/** What the form stores. */
export interface AlertDraft {
  name: string;
  kind: Alert['kind'];
  filters: Schemas['ShareFilter'][];
  percent: number;
  minClicks: number;
  receiverIds: string[];
}

const alertsKey = () => workspaceKey('alerts');
const refresh = (queries: QueryClient) => queries.invalidateQueries({ queryKey: alertsKey() });

/** The alerts that the user created or receives, oldest first; for owners and admins: all of the workspace. */
export function alerts() {
  return queryOptions({
    queryKey: alertsKey(),
    queryFn: async ({ signal }) => (await body(api.GET('/alerts', { signal }))).items,
  });
}

/** Creates an alert, or updates the fields of the one with `id`. */
export function useSaveAlert(id: string | undefined) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (draft: AlertDraft) =>
      id
        ? body(api.PATCH('/alerts/{id}', { params: { path: { id } }, body: draft }))
        : body(api.POST('/alerts', { body: draft })),
    onSuccess: () => refresh(queries),
  });
}

/** Pausing and deleting an alert. */
export function useAlertActions(id: string) {
  const queries = useQueryClient();
  const path = { params: { path: { id } } };
  return {
    pause: useMutation({
      mutationFn: (paused: boolean) => body(api.PATCH('/alerts/{id}', { ...path, body: { paused } })),
      onSettled: () => refresh(queries),
    }),
    remove: useMutation({
      mutationFn: async () => {
        await api.DELETE('/alerts/{id}', path);
      },
      onSettled: () => refresh(queries),
    }),
  };
}
