import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';
import type { components } from '@/shared/api/schema';
import { workspaceKey } from '@/shared/api/workspace-key';

type Schemas = components['schemas'];

export type ScheduledReport = Schemas['ScheduledReport'];
export type ReportFilter = Schemas['ShareFilter'];
/** What the form stores. */
export interface ReportDraft {
  name: string;
  every: ScheduledReport['every'];
  filters: ReportFilter[];
  traffic: ScheduledReport['traffic'];
  receiverIds: string[];
}

const reportsKey = () => workspaceKey('scheduled-reports');
const refresh = (queries: QueryClient) => queries.invalidateQueries({ queryKey: reportsKey() });

/** The reports that the user created or receives, oldest first; for owners and admins: all of the workspace. */
export function scheduledReports() {
  return queryOptions({
    queryKey: reportsKey(),
    queryFn: async ({ signal }) => (await body(api.GET('/scheduled-reports', { signal }))).items,
  });
}

/** Creates a report, or updates the fields of the one with `id`. */
export function useSaveReport(id: string | undefined) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (draft: ReportDraft) =>
      id
        ? body(api.PATCH('/scheduled-reports/{id}', { params: { path: { id } }, body: draft }))
        : body(api.POST('/scheduled-reports', { body: draft })),
    onSuccess: () => refresh(queries),
  });
}

/** Pausing, deleting and sending a report. */
export function useReportActions(id: string) {
  const queries = useQueryClient();
  const path = { params: { path: { id } } };
  return {
    pause: useMutation({
      mutationFn: (paused: boolean) => body(api.PATCH('/scheduled-reports/{id}', { ...path, body: { paused } })),
      onSettled: () => refresh(queries),
    }),
    remove: useMutation({
      mutationFn: async () => {
        await api.DELETE('/scheduled-reports/{id}', path);
      },
      onSettled: () => refresh(queries),
    }),
    send: useMutation({
      mutationFn: async () => {
        await api.POST('/scheduled-reports/{id}/send', path);
      },
    }),
  };
}
