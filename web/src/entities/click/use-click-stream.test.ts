import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { homeKeys } from '@/entities/usage/home-keys';
import { TIMING } from '@/shared/config/timing';
import { aClick } from '@/test/fixtures/clicks';
import type { Click } from './click.types';
import { followClicks } from './use-click-stream';

const heard: { onClick: (click: Click) => void }[] = [];
vi.mock('@/shared/api/shared-stream', () => ({
  listenTo: (_kind: string, onClick: (click: Click) => void) => {
    heard.push({ onClick });
    return () => undefined;
  },
}));

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  heard.length = 0;
});

/** Follows the clicks while a screen shows the total; each call for it waits for its answer. */
function watchTotal() {
  const queries = new QueryClient();
  const answers: ((totalClicks: number) => void)[] = [];
  const ask = () =>
    new Promise((resolve) => {
      answers.push((totalClicks) => resolve({ totalClicks, trend: 0 }));
    });
  new QueryObserver(queries, { queryKey: homeKeys.totalClicks, queryFn: ask }).subscribe(() => undefined);
  followClicks(queries, () => undefined);
  const answer = async (index: number, total: number) => {
    answers[index]?.(total);
    await vi.advanceTimersByTimeAsync(0);
  };
  const shown = () => queries.getQueryData<{ totalClicks: number }>(homeKeys.totalClicks)?.totalClicks;
  return { answers, answer, shown, click: () => heard[0]?.onClick(aClick()) };
}

it('asks again for what a click came in between of', async () => {
  const { answers, answer, shown, click } = watchTotal();
  click();
  await vi.advanceTimersByTimeAsync(TIMING.liveFlushMs);
  await answer(0, 0); // counted before the click
  expect(shown()).toBe(0);
  await vi.advanceTimersByTimeAsync(TIMING.liveHurryMs);
  await answer(1, 1);
  expect(shown()).toBe(1);
  expect(answers).toHaveLength(2);
});

it('does so once in a while only, however many clicks come', async () => {
  const { answers, answer, click } = watchTotal();
  const clicksFor = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += TIMING.liveFlushMs) {
      click();
      await vi.advanceTimersByTimeAsync(TIMING.liveFlushMs);
    }
  };
  await answer(0, 0);
  await clicksFor(TIMING.liveSettleMs);
  expect(answers).toHaveLength(2); // no more answers come
  await clicksFor(TIMING.liveSettleMs);
  expect(answers).toHaveLength(3);
});
