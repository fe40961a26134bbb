import createClient, { type Middleware } from 'openapi-fetch';
import { TIMING } from '@/shared/config/timing';
import { sessionStore } from '@/shared/lib/session-store';
import { includedBy, setIncluded } from './answer-events';
import { deviceHeaders } from './device-headers';
import { readProblem } from './errors';
import { reauthentication } from './reauthentication';
import { API_BASE, endSession, fetchOnce, identify, REQUEST_ID, WORKSPACE } from './request';
import type { paths } from './schema';

/** Operations of the user, which work without access to the active workspace. */
const OF_USER = /^\/(auth\/|invitations\/|workspaces$|workspaces\/\{id\}\/restore$)/;

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
