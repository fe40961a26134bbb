import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { analyticsKeys } from '@/entities/analytics/analytics.queries';
import { homeKeys } from '@/entities/usage/home-keys';
import { listenTo } from '@/shared/api/shared-stream';
import type { StreamState } from '@/shared/api/sse';
import { TIMING } from '@/shared/config/timing';
import { applyClicks, refetchLiveQueries } from './apply-clicks';
import { clickKeys } from './click.queries';
import type { Click } from './click.types';

/** Asks for what is shown once more, after an answer that is on its way; what failed is left alone. */
async function refetchAfterInFlight(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  await queries
    .getQueryCache()
    .find({ queryKey })
    ?.promise?.catch(() => undefined);
  await queries.invalidateQueries({ queryKey, predicate: ({ state }) => state.status === 'success' });
}

/**
 * Follows the clicks of the workspace, bots' too (screens that leave them out do so themselves), and lets all figures
 * grow by them, at most twice a second. Now and then the figures are asked for again, so that what only the server can count comes along.
 * That is sooner, once in a while, when clicks came while an answer was on its way: it may be from before them.
 */
export function followClicks(queries: QueryClient, onState: (state: StreamState) => void): () => void {
  let connected = false;
  let waiting: Click[] = [];
  let flush: ReturnType<typeof setTimeout> | undefined;
  let settle: ReturnType<typeof setTimeout> | undefined;
  let hurried = false;

  function settleIn(ms: number) {
    settle = setTimeout(() => {
      settle = undefined;
      if (ms === TIMING.liveSettleMs) hurried = false;
      refetchLiveQueries(queries);
    }, ms);
  }

  function onClick(click: Click) {
    waiting.push(click);
    flush ??= setTimeout(() => {
      flush = undefined;
      applyClicks(queries, waiting);
      waiting = [];
      if (hurried || queries.isFetching() === 0) return;
      hurried = true;
      clearTimeout(settle);
      settleIn(TIMING.liveHurryMs);
    }, TIMING.liveFlushMs);
    if (!settle) settleIn(TIMING.liveSettleMs);
  }

  const stop = listenTo('click', onClick, (next) => {
    onState(next);
    if (next !== 'live') return;
    // What was clicked between the answer that is shown and this moment came in no event.
    void queries.invalidateQueries({ queryKey: clickKeys.all });
    if (connected) {
      void queries.invalidateQueries({ queryKey: analyticsKeys.all });
      // A failed query has its own retries.
      void queries.invalidateQueries({ queryKey: ['dashboard'], predicate: ({ state }) => state.status === 'success' });
    } else {
      void refetchAfterInFlight(queries, homeKeys.totalClicks);
      void refetchAfterInFlight(queries, homeKeys.topLinks);
    }
    connected = true;
  });
  return () => {
    clearTimeout(flush);
    clearTimeout(settle);
    stop();
  };
}

/** Lets the screen grow as clicks arrive, as long as `on`. */
export function useClickStream(on = true): StreamState | 'off' {
  const queries = useQueryClient();
  const [state, setState] = useState<StreamState>('connecting');
  useEffect(() => (on ? followClicks(queries, setState) : undefined), [queries, on]);
  return on ? state : 'off';
}
