import { queryOptions } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';

export const workspaceKeys = { current: ['workspace', 'current'] as const };

/** The workspace that this session's calls act in. */
export function currentWorkspace() {
  return queryOptions({
    queryKey: workspaceKeys.current,
    queryFn: ({ signal }) => body(api.GET('/workspaces/{id}', { params: { path: { id: 'current' } }, signal })),
  });
}

/** "FREE" → "Free Plan". */
export function planLabel(plan: string): string {
  return `${plan.slice(0, 1)}${plan.slice(1).toLowerCase()} Plan`;
}
