import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { server } from '@/test/server';
import type { StreamEvent, StreamState } from './sse';

/** The browser's locks: whoever asks waits until the ones before have let go. */
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
  const connections: { lastId: string | null; send: (text: string) => void }[] = [];
  server.use(
    http.get('*/api/v1/events', ({ request }) => {
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          const send = (text: string) => controller.enqueue(new TextEncoder().encode(text));
          send(': hello\n\n');
          connections.push({ lastId: request.headers.get('Last-Event-ID'), send });
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
  const { listenTo } = await import('./shared-stream');
  const events: StreamEvent[] = [];
  const states: StreamState[] = [];
  const close = listenTo('/events', { onEvent: (event) => events.push(event), onState: (state) => states.push(state) });
  return { events, states, close, listenTo };
}

beforeEach(() => vi.stubGlobal('navigator', Object.create(navigator, { locks: { value: fakeLocks() } })));
afterEach(() => vi.unstubAllGlobals());

const event = (id: string, kind: string) => `id: ${id}\nevent: ${kind}\ndata: {}\n\n`;
const ids = (tab: { events: StreamEvent[] }) => tab.events.map(({ id }) => id);

it('has one connection for all tabs, and passes every kind of event on', async () => {
  const connections = serve();
  const first = await openTab();
  await vi.waitFor(() => expect(first.states.at(-1)).toBe('live'));
  const second = await openTab();
  await vi.waitFor(() => expect(second.states.at(-1)).toBe('live'));
  connections[0]?.send(event('1', 'click') + event('2', 'job'));
  await vi.waitFor(() => expect(ids(second)).toEqual(['1', '2']));
  expect(ids(first)).toEqual(['1', '2']);
  expect(connections).toHaveLength(1);
  first.close();
  second.close();
});

it('goes on in another tab, from where the first one was', async () => {
  const connections = serve();
  const first = await openTab();
  const second = await openTab();
  await vi.waitFor(() => expect(connections).toHaveLength(1));
  connections[0]?.send(event('7', 'click'));
  await vi.waitFor(() => expect(ids(second)).toEqual(['7']));
  first.close();
  await vi.waitFor(() => expect(connections).toHaveLength(2));
  expect(connections[1]?.lastId).toBe('7');
  connections[1]?.send(event('8', 'click'));
  await vi.waitFor(() => expect(ids(second)).toEqual(['7', '8']));
  expect(ids(first)).toEqual(['7']);
  second.close();
});

it('is shared by all that listen in one tab, and ends with the last of them', async () => {
  const connections = serve();
  const tab = await openTab();
  const more: StreamEvent[] = [];
  const closeMore = tab.listenTo('/events', { onEvent: (heard) => more.push(heard) });
  await vi.waitFor(() => expect(connections).toHaveLength(1));
  tab.close();
  connections[0]?.send(event('3', 'job'));
  await vi.waitFor(() => expect(more.map(({ id }) => id)).toEqual(['3']));
  expect(tab.events).toEqual([]);
  closeMore();
});

it('connects by itself where there are no locks', async () => {
  vi.stubGlobal('navigator', Object.create(navigator, { locks: { value: undefined } }));
  const connections = serve();
  const [first, second] = [await openTab(), await openTab()];
  await vi.waitFor(() => expect(connections).toHaveLength(2));
  first.close();
  second.close();
});
