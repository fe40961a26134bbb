import { waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { server } from '@/test/server';
import type { StreamState } from './sse';

/** Fakes the Web Locks API: a request waits until the earlier ones for its name are released. */
function fakeLocks() {
  const queues = new Map<string, Promise<unknown>>();
  return {
    request(name: string, { signal }: { signal: AbortSignal }, hold: () => Promise<unknown>) {
      const turn = (queues.get(name) ?? Promise.resolve()).then(() =>
        signal.aborted ? Promise.reject(signal.reason) : hold(),
      );
      queues.set(
        name,
        turn.catch(() => undefined),
      );
      return turn;
    },
  };
}

/** A stream that the test writes to, with the headers that each connection brought. */
function serve() {
  const connections: { lastId: string | null; send: (text: string) => void; ended: () => boolean }[] = [];
  server.use(
    http.get('*/api/v1/stream', ({ request }) => {
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          const send = (text: string) => controller.enqueue(new TextEncoder().encode(text));
          send(': hello\n\n');
          const ended = () => request.signal.aborted;
          connections.push({ lastId: request.headers.get('Last-Event-ID'), send, ended });
        },
      });
      return new HttpResponse(body, { headers: { 'Content-Type': 'text/event-stream' } });
    }),
  );
  return connections;
}

/** Another tab: the same module, loaded once more. */
async function openTab() {
  vi.resetModules();
  const { streamState, subscribeToStream } = await import('./shared-stream');
  const clicks: string[] = [];
  const jobs: string[] = [];
  const states: StreamState[] = [];
  const starts: number[] = [];
  const closers = [
    streamState.subscribe(() => states.push(streamState.get())),
    subscribeToStream('start', ({ number }) => starts.push(number)),
    subscribeToStream('click', ({ id }) => clicks.push(id)),
    subscribeToStream('job', ({ id }) => jobs.push(id)),
  ];
  const close = () => {
    for (const end of closers) end();
  };
  return { clicks, jobs, states, starts, close, subscribeToStream };
}

beforeEach(() => vi.stubGlobal('navigator', Object.create(navigator, { locks: { value: fakeLocks() } })));
afterEach(() => vi.unstubAllGlobals());

const start = (number: number) => `event: start\ndata: {"run":"nod_1","number":${number}}\n\n`;
const click = (id: string) => `id: ${id}\nevent: click\ndata: {"id":"${id}","number":${id.slice(4)}}\n\n`;
const job = (id: string) => `event: job\ndata: {"id":"${id}"}\n\n`;

it('shares one connection between three tabs', async () => {
  const connections = serve();
  const tabs = [await openTab(), await openTab(), await openTab()];
  await waitFor(() => expect(tabs.map(({ states }) => states.at(-1))).toEqual(['live', 'live', 'live']));
  connections[0]?.send(click('clk_1') + job('job_1') + click('clk_2'));
  for (const { clicks, jobs } of tabs) {
    await waitFor(() => expect(clicks).toEqual(['clk_1', 'clk_2']));
    expect(jobs).toEqual(['job_1']);
  }
  expect(connections).toHaveLength(1);
  for (const { close } of tabs) close();
});

it('goes on in another tab, after the last click that the first one heard', async () => {
  const connections = serve();
  const first = await openTab();
  const second = await openTab();
  await waitFor(() => expect(connections).toHaveLength(1));
  connections[0]?.send(click('clk_7') + job('job_1'));
  await waitFor(() => expect(second.jobs).toEqual(['job_1']));
  first.close();
  await waitFor(() => expect(connections).toHaveLength(2));
  expect(connections[1]?.lastId).toBe('clk_7');
  connections[1]?.send(click('clk_8'));
  await waitFor(() => expect(second.clicks).toEqual(['clk_7', 'clk_8']));
  expect(first.clicks).toEqual(['clk_7']);
  second.close();
});

it('closes when the last listener of a tab unsubscribes', async () => {
  const connections = serve();
  const tab = await openTab();
  const more: string[] = [];
  const closeMore = tab.subscribeToStream('job', ({ id }) => more.push(id));
  await waitFor(() => expect(connections).toHaveLength(1));
  tab.close();
  connections[0]?.send(job('job_3'));
  await waitFor(() => expect(more).toEqual(['job_3']));
  expect(tab.jobs).toEqual([]);
  closeMore();
  await waitFor(() => expect(connections[0]?.ended()).toBe(true));
});

it('tells a later listener, also in another tab, after which click it starts', async () => {
  const connections = serve();
  const first = await openTab();
  await waitFor(() => expect(connections).toHaveLength(1));
  connections[0]?.send(start(6) + click('clk_7'));
  await waitFor(() => expect(first.clicks).toEqual(['clk_7']));
  expect(first.starts).toEqual([6]);
  const late: number[] = [];
  const closeLate = first.subscribeToStream('start', ({ number }) => late.push(number));
  expect(late).toEqual([7]);
  const second = await openTab();
  await waitFor(() => expect(second.starts).toEqual([7]));
  expect(connections).toHaveLength(1);
  closeLate();
  for (const { close } of [first, second]) close();
});

it('connects in each tab when locks are unavailable', async () => {
  vi.stubGlobal('navigator', Object.create(navigator, { locks: { value: undefined } }));
  const connections = serve();
  const [first, second] = [await openTab(), await openTab()];
  await waitFor(() => expect(connections).toHaveLength(2));
  first.close();
  second.close();
});
