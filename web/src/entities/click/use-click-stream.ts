import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { analyticsKeys } from '@/entities/analytics/analytics.queries';
import { subscribeToStream } from '@/shared/api/shared-stream';
import type { StreamState } from '@/shared/api/sse';
import { TIMING } from '@/shared/config/timing';
import { clickKeys } from './click.queries';
import type { Click } from './click.types';

/** Adds clicks to all cached data whose query can count them (meta.liveClicks.apply). */
export function applyClicks(queries: QueryClient, clicks: readonly Click[]): void {
  for (const { meta, queryKey, state } of queries.getQueryCache().getAll()) {
    if (state.data === undefined || !meta?.liveClicks?.apply) continue;
    const next = meta.liveClicks.apply(state.data, clicks);
    if (next !== state.data) queries.setQueryData(queryKey, next);
  }
}

/** Refetches the queries with a part that only the server can compute (meta.liveClicks.settle). */
function settleQueries(queries: QueryClient): void {
  void queries.invalidateQueries({ predicate: ({ meta }) => meta?.liveClicks?.settle ?? false });
}

const succeeded = ({ state }: Query) => state.status === 'success';

/** Refetches after a pending request, whose answer may be older than the stream. A failed query stays failed. */
async function refetchAfterInFlight(queries: QueryClient, query: Query): Promise<void> {
  await query.promise?.catch(() => undefined);
  await queries.invalidateQueries({ queryKey: query.queryKey, exact: true, predicate: succeeded });
}

/** Refetches what changed before the stream connected: the stream delivered no event for it. */
function catchUp(queries: QueryClient, reconnected: boolean): void {
  void queries.invalidateQueries({ queryKey: clickKeys.all });
  if (!reconnected) {
    const queriesToRefetch = queries.getQueryCache().findAll({
      predicate: ({ meta }) => meta?.liveClicks?.catchUp === 'connect',
    });
    for (const query of queriesToRefetch) void refetchAfterInFlight(queries, query);
    return;
  }
  void queries.invalidateQueries({ queryKey: analyticsKeys.all });
  // A failed query has its own retries.
  void queries.invalidateQueries({
    predicate: (query) => query.meta?.liveClicks?.catchUp !== undefined && succeeded(query),
  });
}

/**
 * Follows the workspace's clicks, bots included, and applies them to the cache at most twice a second. While clicks
 * arrive, queries that need the server are refetched every TIMING.liveSettleMs; sooner once, after TIMING.liveHurryMs,
 * when clicks arrived during a pending request, whose answer may not include them. Returns an unsubscribe function.
 */
export function followClicks(queries: QueryClient, onState: (state: StreamState) => void): () => void {
  let connected = false;
  let buffer: Click[] = [];
  let flushTimer: ReturnType<typeof setTimeout> | undefined;
  let settleTimer: ReturnType<typeof setTimeout> | undefined;
  let hurried = false;

  function settleIn(ms: number) {
    settleTimer = setTimeout(() => {
      settleTimer = undefined;
      if (ms === TIMING.liveSettleMs) hurried = false;
      settleQueries(queries);
    }, ms);
  }

  function flush() {
    flushTimer = undefined;
    applyClicks(queries, buffer);
    buffer = [];
    if (hurried || queries.isFetching() === 0) return;
    hurried = true;
    clearTimeout(settleTimer);
    settleIn(TIMING.liveHurryMs);
  }

  function onClick(click: Click) {
    buffer.push(click);
    flushTimer ??= setTimeout(flush, TIMING.liveFlushMs);
    if (!settleTimer) settleIn(TIMING.liveSettleMs);
  }

  const stop = subscribeToStream('click', onClick, (next) => {
    onState(next);
    if (next !== 'live') return;
    catchUp(queries, connected);
    connected = true;
  });
  return () => {
    clearTimeout(flushTimer);
    clearTimeout(settleTimer);
    stop();
  };
}

/** Follows the workspace's clicks while `on`. */
export function useClickStream(on = true): StreamState | 'off' {
  const queries = useQueryClient();
  const [state, setState] = useState<StreamState>('connecting');
  useEffect(() => (on ? followClicks(queries, setState) : undefined), [queries, on]);
  return on ? state : 'off';
}
