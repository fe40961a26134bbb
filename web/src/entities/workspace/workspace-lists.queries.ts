import { queryOptions } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';

/** The workspaces of the user. */
export function workspaceList() {
  return queryOptions({
    queryKey: ['workspaces'],
    queryFn: async ({ signal }) => (await body(api.GET('/workspaces', { signal }))).items,
    staleTime: 60_000,
  });
}

/** The workspace in which the user sees what has the id: one, or none. */
export function workspacesHolding(id: string) {
  return queryOptions({
    queryKey: ['workspaces', 'holding', id],
    queryFn: async ({ signal }) =>
      (await body(api.GET('/workspaces', { params: { query: { holds: id } }, signal }))).items,
  });
}

/** The deleted workspaces that the user can restore. */
export function deletedWorkspaces() {
  return queryOptions({
    queryKey: ['workspaces', 'deleted'],
    queryFn: async ({ signal }) =>
      (await body(api.GET('/workspaces', { params: { query: { deleted: true } }, signal }))).items,
  });
}
