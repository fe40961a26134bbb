import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setAnswerTime, shareAnswer } from '@/shared/api/answer-time';
import type { StreamState } from '@/shared/api/sse';
import { TIMING } from '@/shared/config/timing';
import { aClick } from '@/test/fixtures/clicks';
import type { Click } from './click.types';
import { followClicks } from './use-click-stream';

const subscriptions: { onClick: (click: Click) => void; onState: (state: StreamState) => void }[] = [];
vi.mock('@/shared/api/shared-stream', () => ({
  subscribeToStream: (_kind: string, onClick: (click: Click) => void, onState: (state: StreamState) => void) => {
    subscriptions.push({ onClick, onState });
    return () => undefined;
  },
}));

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  subscriptions.length = 0;
});

/** Follows clicks while an observer shows a total. Each request stays pending until `respond` is called for it. */
function observeTotal() {
  const queries = new QueryClient();
  const requests: ((total: number) => void)[] = [];
  const options = {
    queryKey: ['total'],
    queryFn: () => new Promise<number>((resolve) => requests.push(resolve)),
    meta: {
      liveClicks: { apply: (total: number, clicks: readonly Click[]) => total + clicks.length, settle: true },
    },
  };
  new QueryObserver(queries, options).subscribe(() => undefined);
  followClicks(queries, () => undefined);
  const respond = async (index: number, total: number) => {
    requests[index]?.(total);
    await vi.advanceTimersByTimeAsync(0);
  };
  const shown = () => queries.getQueryData<number>(options.queryKey);
  return { requests, respond, shown, click: () => subscriptions[0]?.onClick(aClick()) };
}

it('refetches the total when a click arrives during a pending request', async () => {
  const { requests, respond, shown, click } = observeTotal();
  click();
  await vi.advanceTimersByTimeAsync(TIMING.liveFlushMs);
  await respond(0, 0); // counted before the click
  expect(shown()).toBe(0);
  await vi.advanceTimersByTimeAsync(TIMING.liveHurryMs);
  await respond(1, 1);
  expect(shown()).toBe(1);
  expect(requests).toHaveLength(2);
});

it('refetches at most once per settle interval, however many clicks arrive', async () => {
  const { requests, respond, click } = observeTotal();
  const clicksFor = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += TIMING.liveFlushMs) {
      click();
      await vi.advanceTimersByTimeAsync(TIMING.liveFlushMs);
    }
  };
  await respond(0, 0);
  await clicksFor(TIMING.liveSettleMs);
  expect(requests).toHaveLength(2); // the second stays pending
  await clicksFor(TIMING.liveSettleMs);
  expect(requests).toHaveLength(3);
});

/** A total as an answer that the server sent at a time, in a cache that shares the structure of answers. */
function answeredTotal(totalClicks: number, date: string) {
  const data = { totalClicks };
  setAnswerTime(data, new Response(null, { headers: { Date: date } }));
  return data;
}

it('does not add a click that the answer may already count, and refetches soon', async () => {
  const queries = new QueryClient({ defaultOptions: { queries: { structuralSharing: shareAnswer } } });
  const answers = [0, 1, 2].map((total) => answeredTotal(total, 'Mon, 23 Nov 2026 10:00:05 GMT'));
  let requests = 0;
  const options = {
    queryKey: ['total'],
    queryFn: () => Promise.resolve(answers[requests++]),
    meta: {
      liveClicks: {
        apply: (total: { totalClicks: number }, clicks: readonly Click[]) =>
          clicks.length > 0 ? { totalClicks: total.totalClicks + clicks.length } : total,
      },
    },
  };
  new QueryObserver(queries, options).subscribe(() => undefined);
  const stop = followClicks(queries, () => undefined);
  const clickAt = async (at: string) => {
    subscriptions[0]?.onClick(aClick({ at }));
    await vi.advanceTimersByTimeAsync(TIMING.liveFlushMs);
  };
  const shown = () => queries.getQueryData<{ totalClicks: number }>(['total'])?.totalClicks;
  await vi.advanceTimersByTimeAsync(0);
  await queries.refetchQueries(); // the answer with 1 replaces that with 0
  expect(shown()).toBe(1);
  await clickAt('2026-11-23T10:00:05.999Z');
  expect(shown()).toBe(1);
  await clickAt('2026-11-23T10:00:06.000Z');
  expect(shown()).toBe(2);
  await clickAt('2026-11-23T10:00:05.000Z');
  expect(shown()).toBe(2);
  await vi.advanceTimersByTimeAsync(TIMING.liveHurryMs);
  expect(requests).toBe(3);
  expect(shown()).toBe(2);
  stop();
});

it('refetches a counted total again after the stream connected, because the counters follow the stream', async () => {
  const queries = new QueryClient();
  let counted = 0;
  const options = {
    queryKey: ['total'],
    queryFn: () => Promise.resolve(counted),
    meta: { liveClicks: { catchUp: 'connect' as const } },
  };
  new QueryObserver(queries, options).subscribe(() => undefined);
  const stop = followClicks(queries, () => undefined);
  await vi.advanceTimersByTimeAsync(0);
  subscriptions[0]?.onState('live'); // a click arrived before this, and is not counted yet
  await vi.advanceTimersByTimeAsync(0);
  counted = 1;
  expect(queries.getQueryData(['total'])).toBe(0);
  await vi.advanceTimersByTimeAsync(TIMING.liveHurryMs);
  expect(queries.getQueryData(['total'])).toBe(1);
  stop();
});

it('refetches a counted total again after the stream reconnected', async () => {
  const queries = new QueryClient();
  let counted = 0;
  const options = {
    queryKey: ['total'],
    queryFn: () => Promise.resolve(counted),
    meta: { liveClicks: { catchUp: 'connect' as const } },
  };
  new QueryObserver(queries, options).subscribe(() => undefined);
  const stop = followClicks(queries, () => undefined);
  subscriptions[0]?.onState('live');
  await vi.advanceTimersByTimeAsync(TIMING.liveSettleMs);
  subscriptions[0]?.onState('connecting'); // a click arrives, which the stream does not deliver
  subscriptions[0]?.onState('live');
  await vi.advanceTimersByTimeAsync(0);
  counted = 1;
  expect(queries.getQueryData(['total'])).toBe(0);
  await vi.advanceTimersByTimeAsync(TIMING.liveHurryMs);
  expect(queries.getQueryData(['total'])).toBe(1);
  stop();
});

it('does not refetch a failed query after the stream connected', async () => {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  let requests = 0;
  const options = {
    queryKey: ['total'],
    queryFn: () => {
      requests += 1;
      return Promise.reject(new Error('not for you'));
    },
    meta: { liveClicks: { settle: true, catchUp: 'connect' as const } },
  };
  new QueryObserver(queries, options).subscribe(() => undefined);
  const stop = followClicks(queries, () => undefined);
  await vi.advanceTimersByTimeAsync(0);
  subscriptions[0]?.onState('live');
  await vi.advanceTimersByTimeAsync(TIMING.liveSettleMs);
  expect(requests).toBe(1);
  stop();
});
