import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { analyticsKeys } from '@/entities/analytics/analytics.queries';
import { answerTime, copyAnswerTime } from '@/shared/api/answer-time';
import { subscribeToStream } from '@/shared/api/shared-stream';
import type { StreamState } from '@/shared/api/sse';
import { TIMING } from '@/shared/config/timing';
import { clickKeys } from './click.queries';
import type { Click } from './click.types';

/**
 * Adds clicks to all cached data whose query can count them (meta.liveClicks.apply). An answer may already count a
 * click that is older than it: such clicks are not added. Returns the queries that they concern.
 */
export function applyClicks(queries: QueryClient, clicks: readonly Click[]): Query[] {
  const uncertain: Query[] = [];
  for (const query of queries.getQueryCache().getAll()) {
    const { apply } = query.meta?.liveClicks ?? {};
    const { data } = query.state;
    if (data === undefined || !apply) continue;
    const answered = answerTime(data) ?? Number.NEGATIVE_INFINITY;
    const later = clicks.filter(({ at }) => Date.parse(at) >= answered);
    if (later.length < clicks.length && apply(data, clicks) !== data) uncertain.push(query);
    const next = apply(data, later);
    if (next === data) continue;
    copyAnswerTime(data, next);
    queries.setQueryData(query.queryKey, next);
  }
  return uncertain;
}

const succeeded = ({ state }: Query) => state.status === 'success';

/**
 * Refetches the queries with a part that only the server can compute (meta.liveClicks.settle), and some others. A failed
 * query stays failed: it has its own retries.
 */
function settleQueries(queries: QueryClient, others: ReadonlySet<Query>): void {
  void queries.invalidateQueries({
    predicate: (query) => succeeded(query) && (query.meta?.liveClicks?.settle || others.has(query)),
  });
}

/** Refetches after a pending request, whose answer may be older than the stream. A failed query stays failed. */
async function refetchAfterInFlight(queries: QueryClient, query: Query): Promise<void> {
  await query.promise?.catch(() => undefined);
  await queries.invalidateQueries({ queryKey: query.queryKey, exact: true, predicate: succeeded });
}

/**
 * Refetches what changed before the stream connected: the stream delivered no event for it. Returns the queries whose
 * answer may not include the last clicks before that, because the server's counters follow the stream.
 */
function catchUp(queries: QueryClient, reconnected: boolean): Query[] {
  void queries.invalidateQueries({ queryKey: clickKeys.all });
  const counted = queries.getQueryCache().findAll({
    predicate: ({ meta }) => meta?.liveClicks?.catchUp === 'connect',
  });
  if (!reconnected) {
    for (const query of counted) void refetchAfterInFlight(queries, query);
    return counted;
  }
  void queries.invalidateQueries({ queryKey: analyticsKeys.all });
  // A failed query has its own retries.
  void queries.invalidateQueries({
    predicate: (query) => query.meta?.liveClicks?.catchUp !== undefined && succeeded(query),
  });
  return counted;
}

/**
 * Follows the workspace's clicks, bots included, and applies them to the cache at most twice a second. While clicks
 * arrive, queries that need the server are refetched every TIMING.liveSettleMs; sooner once, after TIMING.liveHurryMs,
 * when clicks arrived during a pending request, whose answer may not include them, after an answer that may, or before
 * the stream connected.
 * Returns an unsubscribe function.
 */
export function followClicks(queries: QueryClient, onState: (state: StreamState) => void): () => void {
  let connected = false;
  let buffer: Click[] = [];
  let flushTimer: ReturnType<typeof setTimeout> | undefined;
  let settleTimer: ReturnType<typeof setTimeout> | undefined;
  let hurried = false;
  let uncertain = new Set<Query>();

  function settleIn(ms: number) {
    settleTimer = setTimeout(() => {
      settleTimer = undefined;
      if (ms === TIMING.liveSettleMs) hurried = false;
      settleQueries(queries, uncertain);
      uncertain = new Set();
    }, ms);
  }

  function flush() {
    flushTimer = undefined;
    for (const query of applyClicks(queries, buffer)) uncertain.add(query);
    buffer = [];
    if (hurried || (queries.isFetching() === 0 && uncertain.size === 0)) return;
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
    for (const query of catchUp(queries, connected)) uncertain.add(query);
    if (uncertain.size > 0 && !settleTimer) settleIn(TIMING.liveHurryMs);
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
