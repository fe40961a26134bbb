import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { expect, it, vi } from 'vitest';
import { all, createLinnet, data, LinnetError } from './index.ts';

type Answer = Response | Error;

/** A client whose requests get the answers one after the other, with the requests that it sent. */
function clientOf(...answers: Answer[]) {
  const requests: Request[] = [];
  const bodies: Promise<string>[] = [];
  const linnet = createLinnet({
    url: 'https://go.example.com',
    apiKey: 'lnt_secret',
    fetch: async (request) => {
      requests.push(request);
      bodies.push(request.text());
      const answer = answers.shift();
      if (answer instanceof Response) return answer;
      throw answer ?? new Error('unexpected request');
    },
  });
  return { linnet, requests, bodies };
}

const busy = (status: number, seconds?: number) =>
  new Response('{}', { status, headers: seconds === undefined ? {} : { 'Retry-After': String(seconds) } });

/** Waits for a call while the clock of its pauses runs. */
async function run<T>(call: Promise<T>): Promise<T> {
  void call.catch(() => {});
  await vi.runAllTimersAsync();
  return await call;
}

it('sends the key and reads the data', async () => {
  const { linnet, requests } = clientOf(Response.json({ id: 'lnk_1', title: 'Launch' }));
  const link = await data(linnet.GET('/links/{id}', { params: { path: { id: 'lnk_1' } } }));
  expect(link.title).toBe('Launch');
  expect(requests[0]?.url).toBe('https://go.example.com/api/v1/links/lnk_1');
  expect(requests[0]?.headers.get('Authorization')).toBe('Bearer lnt_secret');
});

it('repeats a write after the time that the server says, with the same key and body', async () => {
  vi.useFakeTimers();
  const { linnet, requests, bodies } = clientOf(
    busy(429, 7),
    new TypeError('fetch failed'),
    Response.json({ id: 'lnk_1' }),
  );
  const began = Date.now();
  const link = await run(data(linnet.POST('/links', { body: { url: 'https://example.com/' } })));
  expect(link.id).toBe('lnk_1');
  expect(Date.now() - began).toBe(7_000 + 2_000);
  expect(new Set(requests.map((request) => request.headers.get('Idempotency-Key')))).toHaveLength(1);
  expect(requests[0]?.headers.get('Idempotency-Key')).toBeTruthy();
  expect(await Promise.all(bodies)).toEqual(Array(3).fill('{"url":"https://example.com/"}'));
  vi.useRealTimers();
});

it.each([
  ['the request is wrong', [busy(422)], 1],
  ['the server wants a long wait', [busy(503, 61)], 1],
  ['the server stays busy', [busy(503, 1), busy(503, 1), busy(503, 1), busy(503, 1)], 4],
])('throws when %s', async (_, answers, requested) => {
  vi.useFakeTimers();
  const { linnet, requests } = clientOf(...answers);
  await expect(run(linnet.GET('/tags'))).rejects.toThrow(LinnetError);
  expect(requests).toHaveLength(requested);
  vi.useRealTimers();
});

it('throws the error of the server with its fields', async () => {
  const problem = { code: 'invalid', message: 'Enter a URL.', errors: [{ field: 'url', message: 'Enter a URL.' }] };
  const { linnet } = clientOf(Response.json(problem, { status: 422, headers: { 'X-Request-Id': 'req_1' } }));
  const error = await linnet.POST('/links', { body: { url: '' } }).catch((caught) => caught);
  expect(error).toBeInstanceOf(LinnetError);
  expect(error).toMatchObject({ ...problem, status: 422, requestId: 'req_1', retryAfter: undefined });
});

it('says that an answer is not from Linnet', async () => {
  const { linnet } = clientOf(new Response('<h1>Bad gateway</h1>', { status: 502 }));
  await expect(linnet.GET('/tags')).rejects.toMatchObject({
    code: '',
    message: 'The server answered 502, and not as Linnet does. Check its URL.',
  });
});

it('stops waiting when the call is aborted', async () => {
  const { linnet } = clientOf(busy(503, 30));
  const abort = new AbortController();
  const call = linnet.GET('/tags', { signal: abort.signal });
  queueMicrotask(() => abort.abort(new Error('enough')));
  await expect(call).rejects.toThrow('enough');
});

it('reads a list page after page', async () => {
  const pages = [
    { items: [1, 2], nextCursor: 'a' },
    { items: [3], nextCursor: '' },
  ];
  const cursors: unknown[] = [];
  const read = async (cursor: string | undefined) => {
    cursors.push(cursor);
    return { data: pages[cursors.length - 1] };
  };
  const found: number[] = [];
  for await (const item of all(read)) found.push(item);
  expect(found).toEqual([1, 2, 3]);
  expect(cursors).toEqual([undefined, 'a']);
});

it('has at most 8 kB with its dependency', async () => {
  const bundle = await rolldown({ input: fileURLToPath(new URL('index.ts', import.meta.url)) });
  const [{ code }] = (await bundle.generate({ minify: true })).output;
  expect(code).toContain('Idempotency-Key');
  expect(code.length).toBeLessThanOrEqual(8_000);
});
