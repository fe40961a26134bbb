import { TIMING } from '@/shared/config/timing';
import { uuid } from '@/shared/lib/ids';
import { sessionStore } from '@/shared/lib/session-store';
import { connection } from './connection';
import { readProblem } from './errors';
import { activeWorkspaceId } from './workspace-key';

/** The base path of the server's API. */
export const API_BASE = '/api/v1';

export const REQUEST_ID = 'X-Request-Id';
export const WORKSPACE = 'Linnet-Workspace';

let leaveForLogin: () => void = () => {};

/** Sets how the browser gets to /login when a session ends. The page's entry calls it once. */
export function onSessionEnd(go: () => void): void {
  leaveForLogin = go;
}

/**
 * Ends the session, whatever page it happens on, after a 401 to a request with the given headers. On /login itself the
 * page stays, with all that was typed. The answer to a request of an earlier session ends nothing.
 */
export function endSession(sent: Headers): void {
  const session = sessionStore.get();
  if (session.status === 'authenticated' && sent.get('Authorization') !== `Bearer ${session.token}`) return;
  sessionStore.expire();
  if (location.pathname !== '/login') leaveForLogin();
}

/** Adds the bearer token and the active workspace, if there are any, and the request id to the headers. */
export function identify(headers: Headers): Headers {
  const session = sessionStore.get();
  if (session.status === 'authenticated') headers.set('Authorization', `Bearer ${session.token}`);
  const workspace = activeWorkspaceId();
  if (workspace !== 'current') headers.set(WORKSPACE, workspace);
  headers.set(REQUEST_ID, uuid());
  return headers;
}

/** Calls `fetch`, which is looked up at each call, so that tests and tools may replace it. A network failure makes the server suspect. */
export async function fetchOnce(request: Request): Promise<Response> {
  try {
    return await globalThis.fetch(request);
  } catch (error) {
    if (error instanceof TypeError) connection.suspect();
    throw error;
  }
}

/**
 * GETs JSON from a path of the API by the rules of the typed client, which the public pages do not load. Throws as the
 * client does.
 */
export async function getJson<T>(path: string): Promise<T> {
  const headers = identify(new Headers());
  const signal = AbortSignal.timeout(TIMING.requestMs);
  const response = await fetchOnce(
    new Request(location.origin + API_BASE + path, { headers, credentials: 'include', signal }),
  );
  if (response.status === 401) endSession(headers);
  if (!response.ok) throw await readProblem(response, headers.get(REQUEST_ID) ?? '');
  return (await response.json()) as T;
}
