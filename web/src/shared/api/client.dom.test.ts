import { delay, HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SESSION_KEYS, sessionStore } from '@/shared/lib/session-store';
import { server } from '@/test/server';
import { api, body } from './client';
import { ApiError } from './errors';
import { getJson, onSessionEnd } from './request';

const user = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Byron' };
const left = vi.fn();

beforeEach(() => {
  history.replaceState(null, '', '/');
  sessionStore.start();
  onSessionEnd(left);
  left.mockClear();
});
afterEach(() => sessionStore.clear());

/** Responds to `/packages` and records the requests. */
function packages(answer: () => Response = () => HttpResponse.json({ monthly: [], yearly: [] })): Request[] {
  const seen: Request[] = [];
  server.use(
    http.get('*/api/v1/packages', ({ request }) => {
      seen.push(request);
      return answer();
    }),
  );
  return seen;
}

async function failure(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => expect.fail('the call went well'),
    (error: unknown) => error,
  );
}

describe('a call', () => {
  it('AC-199, AC-200: sends the token, if there is one, and the cookies', async () => {
    const seen = packages();
    await api.GET('/packages');
    sessionStore.save(user, 'secret');
    await api.GET('/packages');
    expect(seen.map((request) => request.headers.get('Authorization'))).toEqual([null, 'Bearer secret']);
    expect(seen.map((request) => request.credentials)).toEqual(['include', 'include']);
  });

  it('AC-204: sends a new request id each time', async () => {
    const seen = packages();
    await api.GET('/packages');
    await api.GET('/packages');
    const ids = seen.map((request) => request.headers.get('X-Request-Id'));
    expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(ids[0]).not.toBe(ids[1]);
  });

  it('gives the body', async () => {
    packages();
    await expect(body(api.GET('/packages'))).resolves.toEqual({ monthly: [], yearly: [] });
  });

  it('throws what the server says, field by field', async () => {
    packages(() =>
      HttpResponse.json(
        {
          code: 'invalid',
          message: 'Look at the fields.',
          errors: [{ field: 'url', message: 'Too long.' }, { nonsense: 1 }],
        },
        { status: 422, headers: { 'X-Request-Id': 'req-9', 'Content-Type': 'application/problem+json' } },
      ),
    );
    const error = await failure(api.GET('/packages'));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 422,
      code: 'invalid',
      message: 'Look at the fields.',
      errors: [{ field: 'url', message: 'Too long.' }],
      requestId: 'req-9',
      hasServerMessage: true,
    });
  });

  it('throws for an answer that is no problem document', async () => {
    packages(() => new HttpResponse('<h1>Bad gateway</h1>', { status: 502, headers: { 'Retry-After': '7' } }));
    expect(await failure(api.GET('/packages'))).toMatchObject({ status: 502, hasServerMessage: false, retryAfter: 7 });
  });

  it('AC-160: passes on the browser’s error when there is no response', async () => {
    packages(() => HttpResponse.error());
    const error = await failure(api.GET('/packages'));
    expect(error).toBeInstanceOf(TypeError);
    expect(error).not.toBeInstanceOf(ApiError);
  });

  it('aborts when its caller aborts', async () => {
    server.use(http.get('*/api/v1/packages', () => delay('infinite')));
    const control = new AbortController();
    const call = failure(api.GET('/packages', { signal: control.signal }));
    control.abort();
    expect(await call).toMatchObject({ name: 'AbortError' });
  });

  it('AC-201, AC-202: times out after 10 s, and sign-in calls after 30 s', async () => {
    packages();
    server.use(http.post('*/api/v1/auth/login', () => HttpResponse.json({ token: 't', user })));
    const limits = vi.spyOn(AbortSignal, 'timeout');
    await api.GET('/packages');
    await api.POST('/auth/login', { body: { email: 'a@b.co', password: 'x' } });
    expect(limits.mock.calls).toEqual([[10_000], [30_000]]);
  });

  it('is aborted by its time limit with the browser’s own error', async () => {
    server.use(http.get('*/api/v1/packages', () => delay('infinite')));
    const limit = new AbortController();
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
    const call = failure(api.GET('/packages'));
    limit.abort(new DOMException('signal timed out', 'TimeoutError'));
    expect(await call).toMatchObject({ name: 'TimeoutError' });
  });
});

describe('getJson', () => {
  it('AC-199 to AC-201: sends the token, the cookies and a request id, with a time limit of 10 s', async () => {
    const seen = packages();
    const limits = vi.spyOn(AbortSignal, 'timeout');
    sessionStore.save(user, 'secret');
    await expect(getJson('/packages')).resolves.toEqual({ monthly: [], yearly: [] });
    expect(seen[0]?.headers.get('Authorization')).toBe('Bearer secret');
    expect(seen[0]?.headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(seen[0]?.credentials).toBe('include');
    expect(limits.mock.calls).toEqual([[10_000]]);
  });

  it('throws what the server says', async () => {
    packages(() => HttpResponse.json({ message: 'Down for maintenance.' }, { status: 503 }));
    expect(await failure(getJson('/packages'))).toMatchObject({ status: 503, message: 'Down for maintenance.' });
  });

  it('AC-196: ends the session after a 401', async () => {
    sessionStore.save(user, 'stale');
    packages(() => HttpResponse.json({ message: 'Please log in.' }, { status: 401 }));
    expect(await failure(getJson('/packages'))).toMatchObject({ status: 401 });
    expect(sessionStore.get().status).toBe('unauthenticated');
    expect(left).toHaveBeenCalledTimes(1);
  });
});

describe('a 401', () => {
  const refused = () => HttpResponse.json({ message: 'Please log in.' }, { status: 401 });

  it('AC-195, AC-196: ends the session on any page and goes to /login, without changing the device id', async () => {
    sessionStore.save(user, 'stale');
    const device = sessionStore.deviceId();
    packages(refused);
    await failure(api.GET('/packages'));
    expect(sessionStore.get().status).toBe('unauthenticated');
    expect(sessionStore.deviceId()).toBe(device);
    expect(left).toHaveBeenCalledTimes(1);
  });

  it('of a request of an earlier session leaves the new one alone', async () => {
    sessionStore.save(user, 'earlier');
    packages(() => {
      sessionStore.save(user, 'new');
      return refused();
    });
    await failure(api.GET('/packages'));
    expect(sessionStore.get()).toMatchObject({ status: 'authenticated', token: 'new' });
    expect(left).not.toHaveBeenCalled();
  });

  it('AC-161: leaves a browser alone that is on /login already', async () => {
    history.replaceState(null, '', '/login');
    server.use(http.post('*/api/v1/auth/login', refused));
    const error = await failure(api.POST('/auth/login', { body: { email: 'a@b.co', password: 'x' } }));
    expect(error).toMatchObject({ status: 401, message: 'Please log in.' });
    expect(left).not.toHaveBeenCalled();
  });
});

describe('sign-in calls', () => {
  it('AC-203: send device headers, which other calls do not', async () => {
    const seen = packages();
    let headers = new Headers();
    server.use(
      http.post('*/api/v1/auth/login', ({ request }) => {
        headers = request.headers;
        return HttpResponse.json({ token: 't', user });
      }),
    );
    await api.POST('/auth/login', { body: { email: 'a@b.co', password: 'x' } });
    await api.GET('/packages');
    expect(headers.get('X-Device-Id')).toBe(sessionStore.deviceId());
    expect(seen[0]?.headers.has('X-Device-Id')).toBe(false);
  });

  it('AC-194: create no device id for the options of passkeys, which the login page requests by itself', async () => {
    server.use(http.post('*/api/v1/auth/passkey/options', () => HttpResponse.json({ publicKey: {} })));
    await api.POST('/auth/passkey/options');
    expect(localStorage.getItem(SESSION_KEYS.device)).toBeNull();
  });
});
