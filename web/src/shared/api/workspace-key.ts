import { addressedWorkspace } from '@/shared/lib/workspace-address';

/** The workspace that API calls act in, as the API names it in a path: its id, or `current` for the user's first. */
export function activeWorkspaceId(): string {
  return addressedWorkspace() ?? 'current';
}

/** A cache key in the active workspace, so that two workspaces never share cached data. */
export function workspaceKey<const Parts extends readonly unknown[]>(...parts: Parts) {
  return ['workspace', activeWorkspaceId(), ...parts] as const;
}
