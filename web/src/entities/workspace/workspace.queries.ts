import { queryOptions } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';
import type { components } from '@/shared/api/schema';
import { activeWorkspaceId, workspaceKey } from '@/shared/api/workspace-key';
import { t } from '@/shared/i18n/t';

export type Workspace = components['schemas']['Workspace'];

export const workspaceKeys = {
  get current() {
    return workspaceKey('workspace');
  },
};

/** The workspace that API calls act in. */
export function currentWorkspace() {
  return queryOptions({
    queryKey: workspaceKeys.current,
    queryFn: ({ signal }) =>
      body(api.GET('/workspaces/{id}', { params: { path: { id: activeWorkspaceId() } }, signal })),
  });
}

/** "FREE" → "Free Plan". */
export function planLabel(plan: string): string {
  return t('{name} Plan', { name: `${plan.slice(0, 1)}${plan.slice(1).toLowerCase()}` });
}
