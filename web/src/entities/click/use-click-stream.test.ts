import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TIMING } from '@/shared/config/timing';
import { aClick } from '@/test/fixtures/clicks';
import type { Click } from './click.types';
import { followClicks } from './use-click-stream';

const subscriptions: { onClick: (click: Click) => void }[] = [];
vi.mock('@/shared/api/shared-stream', () => ({
  subscribeToStream: (_kind: string, onClick: (click: Click) => void) => {
    subscriptions.push({ onClick });
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
