import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setIncluded, shareAnswer } from '@/shared/api/answer-events';
import { TIMING } from '@/shared/config/timing';
import { aClick } from '@/test/fixtures/clicks';
import { ClickFollower, type LiveClick } from './click-follower';

const listeners = new Map<string, (data: unknown) => void>();
vi.mock('@/shared/api/shared-stream', () => ({
  subscribeToStream: (kind: string, onData: (data: unknown) => void) => {
    listeners.set(kind, onData);
    return () => listeners.delete(kind);
  },
}));

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  listeners.clear();
});

interface Total {
  clicks: number;
}

const RUN = 'nod_1';

/** The server: it has counted some clicks, and answers when the test says so. */
class Server {
  readonly requests: { resolve: (answer: Total) => void; reject: (error: Error) => void }[] = [];
  fetch = () => new Promise<Total>((resolve, reject) => this.requests.push({ resolve, reject }));

  /** Answers a request with the clicks that it counts, and says which ones it includes; nothing in a cluster. */
  async answer(index: number, clicks: number, least?: number, most = least): Promise<void> {
    const total = { clicks };
    if (least !== undefined && most !== undefined) setIncluded(total, { run: RUN, least, most });
    this.requests[index]?.resolve(total);
    await vi.advanceTimersByTimeAsync(0);
  }
}

const apply = (total: Total, clicks: readonly unknown[]) =>
  clicks.length > 0 ? { clicks: total.clicks + clicks.length } : total;

/** Follows the clicks while a screen shows a total. */
function show({ settle = false, isPaused = (): boolean => false } = {}) {
  const queries = new QueryClient({ defaultOptions: { queries: { structuralSharing: shareAnswer, retry: false } } });
  const server = new Server();
  const options = { queryKey: ['total'], queryFn: server.fetch, meta: { liveClicks: { apply, settle } } };
  new QueryObserver<Total>(queries, options).subscribe(() => undefined);
  const follower = new ClickFollower(queries, isPaused);
  const shown = () => queries.getQueryData<Total>(['total'])?.clicks;
  return { server, shown, follower };
}

const start = (number: number, run = RUN) => listeners.get('start')?.({ run, number });
const click = (number: number) => listeners.get('click')?.({ ...aClick(), number } satisfies LiveClick);
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('an answer that says which clicks it includes', () => {
  it('gets each later click once, and none that it includes', async () => {
    const { server, shown } = show();
    start(3);
    await server.answer(0, 3, 3);
    click(4);
    click(5);
    await pass(TIMING.liveFlushMs);
    expect(shown()).toBe(5);
    click(4); // once more, after the connection was lost
    click(0);
    click(6);
    await pass(TIMING.liveFlushMs);
    expect(shown()).toBe(6);
    await pass(TIMING.liveSettleMs);
    expect(server.requests).toHaveLength(1);
  });

  it('gets the clicks that arrived while it was on its way', async () => {
    const { server, shown } = show();
    start(0);
    click(1);
    click(2);
    await pass(TIMING.liveFlushMs);
    await server.answer(0, 1, 1);
    expect(shown()).toBe(2);
    await pass(TIMING.liveSettleMs);
    expect(server.requests).toHaveLength(1);
  });

  it('is asked for again when it may or may not include a click', async () => {
    const { server, shown } = show();
    start(0);
    await server.answer(0, 0, 0, 1);
    click(1);
    click(2);
    await pass(TIMING.liveFlushMs);
    expect(shown()).toBe(1); // the second alone
    await pass(TIMING.liveHurryMs);
    await server.answer(1, 2, 2);
    expect(shown()).toBe(2);
    await pass(2 * TIMING.liveSettleMs);
    expect(server.requests).toHaveLength(2);
  });

  it('is asked for again when the stream began after it, and only then', async () => {
    const { server, shown } = show();
    await server.answer(0, 4, 4);
    start(4);
    await pass(TIMING.liveHurryMs);
    expect(server.requests).toHaveLength(1);
    start(6); // after a break in which two clicks came
    await pass(TIMING.liveHurryMs);
    await server.answer(1, 6, 6);
    expect(shown()).toBe(6);
    expect(server.requests).toHaveLength(2);
  });

  it('is asked for again after the server was started anew', async () => {
    const { server, shown } = show();
    start(4);
    await server.answer(0, 4, 4);
    start(0, 'nod_2');
    click(1);
    await pass(TIMING.liveFlushMs);
    expect(shown()).toBe(4);
    await pass(TIMING.liveHurryMs);
    expect(server.requests).toHaveLength(2);
  });

  it('is asked for again when more clicks arrived than are remembered', async () => {
    const { server } = show();
    start(0);
    for (let number = 1; number <= 1_200; number++) click(number);
    await pass(TIMING.liveFlushMs);
    await server.answer(0, 100, 100);
    await pass(TIMING.liveHurryMs);
    expect(server.requests).toHaveLength(2);
  });
});

describe('an answer of one server among several', () => {
  it('is asked for again when the stream starts and when clicks arrive, which are not added', async () => {
    const { server, shown } = show();
    await server.answer(0, 4);
    start(0, '');
    await pass(TIMING.liveHurryMs);
    await server.answer(1, 5);
    click(0);
    await pass(TIMING.liveFlushMs);
    expect(shown()).toBe(5);
    await pass(TIMING.liveSettleMs);
    await server.answer(2, 6);
    expect(shown()).toBe(6);
    await pass(2 * TIMING.liveSettleMs);
    expect(server.requests).toHaveLength(3);
  });
});

describe('what only the server can count', () => {
  it('is refetched once per interval, however many clicks arrive', async () => {
    const { server } = show({ settle: true });
    start(0);
    await server.answer(0, 0, 0);
    let number = 0;
    const clicksFor = async (ms: number) => {
      for (let passed = 0; passed < ms; passed += TIMING.liveFlushMs) {
        number += 1;
        click(number);
        await pass(TIMING.liveFlushMs);
      }
    };
    await clicksFor(TIMING.liveSettleMs);
    expect(server.requests).toHaveLength(2);
    await server.answer(1, number, number);
    await clicksFor(2 * TIMING.liveSettleMs);
    expect(server.requests.length).toBeLessThanOrEqual(4);
  });

  it('is not refetched after it failed', async () => {
    const { server } = show({ settle: true });
    server.requests[0]?.reject(new Error('not for you'));
    await pass(0);
    start(0);
    click(1);
    await pass(2 * TIMING.liveSettleMs);
    expect(server.requests).toHaveLength(1);
  });
});

it('leaves the figures as they are while they are paused, and catches up afterwards', async () => {
  let paused = true;
  const { server, shown, follower } = show({ settle: true, isPaused: () => paused });
  start(0);
  await server.answer(0, 0, 0);
  click(1);
  await pass(2 * TIMING.liveSettleMs);
  expect(shown()).toBe(0);
  expect(server.requests).toHaveLength(1);
  paused = false;
  follower.resume();
  expect(shown()).toBe(1);
});

it('ends with its subscription', async () => {
  const { server, shown, follower } = show();
  start(0);
  await server.answer(0, 0, 0);
  click(1);
  follower.stop();
  await pass(TIMING.liveSettleMs);
  expect(shown()).toBe(0);
  expect(listeners.size).toBe(0);
});
