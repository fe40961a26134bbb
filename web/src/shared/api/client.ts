import createClient, { type Middleware } from 'openapi-fetch';
import { TIMING } from '@/shared/config/timing';
import { uuid } from '@/shared/lib/ids';
import { sessionStore } from '@/shared/lib/session-store';
import { includedBy, setIncluded } from './answer-events';
import { connection } from './connection';
import { deviceHeaders } from './device-headers';
import { readProblem } from './errors';
import { reauthentication } from './reauthentication';
import type { paths } from './schema';
import { activeWorkspaceId } from './workspace-key';

/** The base path of the server's API. */
export const API_BASE = '/api/v1';

const REQUEST_ID = 'X-Request-Id';
const WORKSPACE = 'Linnet-Workspace';

/** Operations of the user, which work without access to the active workspace. */
const OF_USER = /^\/(auth\/|invitations\/|workspaces$|workspaces\/\{id\}\/restore$)/;

let leaveForLogin: () => void = () => {};

/** Tells the client how to bring the browser to /login. The app sets it once, with its router. */
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

const transport: Middleware = {
  onRequest({ request, schemaPath }) {
    const auth = schemaPath.startsWith('/auth/');
    // The login page requests these options by itself: they do not identify the device.
    const device = auth && schemaPath !== '/auth/passkey/options';
    identify(request.headers);
    if (OF_USER.test(schemaPath)) request.headers.delete(WORKSPACE);
    if (device) for (const [name, value] of Object.entries(deviceHeaders())) request.headers.set(name, value);
    const limit = AbortSignal.timeout(auth ? TIMING.authRequestMs : TIMING.requestMs);
    return new Request(request, { signal: AbortSignal.any([request.signal, limit]) });
  },

  async onResponse({ request, response, schemaPath }) {
    if (response.ok) return undefined;
    // Single sign-on responds with 401 where a code is missing, which concerns no session.
    if (response.status === 401 && schemaPath !== '/auth/oidc/session') endSession(request.headers);
    throw await readProblem(response, request.headers.get(REQUEST_ID) ?? '');
  },
};

/** Looked up at each call, so that tests and tools may replace it. A network failure makes the server suspect. */
async function fetchOnce(request: Request): Promise<Response> {
  try {
    return await globalThis.fetch(request);
  } catch (error) {
    if (error instanceof TypeError) connection.suspect();
    throw error;
  }
}

/** Sends a request. Where the server requires a recent authentication, it is repeated after the user's. */
async function send(request: Request): Promise<Response> {
  const signedIn = sessionStore.get().status === 'authenticated';
  if (request.method === 'GET' || !signedIn) return fetchOnce(request);
  const repetition = request.clone();
  const response = await fetchOnce(request);
  if (response.status !== 403) return response;
  const problem = await readProblem(response, '');
  if (problem.code !== 'reauthentication_required' || !(await reauthentication.request())) return response;
  // The time limit of the first attempt passed while the dialog was open.
  return fetchOnce(new Request(repetition, { signal: AbortSignal.timeout(TIMING.requestMs) }));
}

const origin = typeof location === 'undefined' ? '' : location.origin;

/**
 * The typed client. A call either gives `data` or throws: an `ApiError` for an answer that is not a success, the
 * browser's own error, unchanged, when there was no answer.
 */
export const api = createClient<paths>({
  baseUrl: `${origin}${API_BASE}`,
  credentials: 'include',
  // The API separates the values of a parameter by commas.
  querySerializer: { array: { style: 'form', explode: false } },
  fetch: send,
});
api.use(transport);

/** Returns the body of a successful call. Throws if it is empty. */
export async function body<T>(call: Promise<{ data?: T; response: Response }>): Promise<T> {
  const { data, response } = await call;
  if (data === undefined) throw new TypeError('The server returned an empty response.');
  setIncluded(data, includedBy(response));
  return data;
}
