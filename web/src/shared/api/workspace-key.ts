/**
 * The workspace that API calls act in, as the API names it in a path. `current` is the session's own workspace; the
 * cache is cleared when the session changes.
 */
export function activeWorkspaceId(): string {
  return 'current';
}

/** A cache key in the active workspace, so that two workspaces never share cached data. */
export function workspaceKey<const Parts extends readonly unknown[]>(...parts: Parts) {
  return ['workspace', activeWorkspaceId(), ...parts] as const;
}
