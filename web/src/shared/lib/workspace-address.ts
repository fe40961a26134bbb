/** What an address of the dashboard begins with when it names a workspace: /dashboard/w/wsp_1/links. */
const NAMED = /^\/dashboard\/w\/(\w+)(?=[/?#]|$)/;

/** The id of the workspace that a path of the dashboard names; undefined for the user's first one, and for other pages. */
export function workspaceOf(pathname: string): string | undefined {
  return NAMED.exec(pathname)?.[1];
}

/** A path of the dashboard without the workspace that it names. The routes are declared for this form. */
export function withoutWorkspace(pathname: string): string {
  return pathname.replace(NAMED, '/dashboard');
}

/** The address of a path of the dashboard in a workspace; undefined stands for the user's first one. */
export function dashboardAddress(workspaceId: string | undefined, path = '/dashboard'): string {
  if (!workspaceId || !/^\/dashboard(?=[/?#]|$)/.test(path) || workspaceOf(path)) return path;
  return path.replace('/dashboard', `/dashboard/w/${workspaceId}`);
}

/** The id of the workspace that the page is in; undefined for the user's first one, outside the dashboard, and while prerendering. */
export function addressedWorkspace(): string | undefined {
  return typeof location === 'undefined' ? undefined : workspaceOf(location.pathname);
}

/**
 * Opens another workspace. It loads a new page: a page belongs to one workspace, with its cache, its stream and its
 * forms, so that none of them can show or change another one's data.
 */
export function openWorkspace(workspaceId: string): void {
  location.assign(dashboardAddress(workspaceId));
}
