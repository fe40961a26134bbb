import { queryOptions } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';
import type { Granularity } from '@/shared/charts/buckets';
import type { ClickCount, Heatmap, TimeSeries } from './analytics.types';
import { browserTimeZone } from './time-zone';

export const INTERVALS = ['24h', '7d', '30d', '90d', '12mo'] as const;
export type Interval = (typeof INTERVALS)[number];

export const INTERVAL_NAMES: Record<Interval, string> = {
  '24h': '24 hours',
  '7d': '7 days',
  '30d': '30 days',
  '90d': '90 days',
  '12mo': '12 months',
};

/** The buckets that suit a period. */
export const GRANULARITY: Record<Interval, Granularity> = {
  '24h': 'hour',
  '7d': 'day',
  '30d': 'day',
  '90d': 'day',
  '12mo': 'month',
};

/** What is counted: a period, and one link or the whole workspace. */
export interface Scope {
  interval: Interval;
  linkId?: string;
}

export const analyticsKeys = {
  all: ['analytics'] as const,
  count: (scope: Scope) => ['analytics', 'count', scope] as const,
  series: (scope: Scope) => ['analytics', 'series', scope] as const,
  before: (scope: Scope, start: string) => ['analytics', 'before', scope, start] as const,
  hours: (scope: Scope) => ['analytics', 'hours', scope] as const,
};

export type AnalyticsKey = readonly ['analytics', 'count' | 'series' | 'before' | 'hours', Scope, ...unknown[]];

const filters = ({ linkId }: Scope) => ({ ...(linkId ? { linkId: [linkId] } : {}), timeZone: browserTimeZone() });

// The answer's shape follows from groupBy, which the document cannot say: each query names the one it asked for.
async function ask<T>(call: Promise<{ data?: unknown }>): Promise<T> {
  return (await body(call)) as T;
}

/** Clicks, uniques and bots of a period, with those of the period before. */
export function countClicks(scope: Scope) {
  const query = { ...filters(scope), interval: scope.interval, groupBy: 'count', compare: 'previous' } as const;
  return queryOptions({
    queryKey: analyticsKeys.count(scope),
    queryFn: ({ signal }) => ask<ClickCount>(api.GET('/analytics', { params: { query }, signal })),
  });
}

/** Clicks over time, gaps filled with zeros. */
export function clickSeries(scope: Scope) {
  const granularity = GRANULARITY[scope.interval];
  const query = { ...filters(scope), interval: scope.interval, groupBy: 'timeseries', granularity } as const;
  return queryOptions({
    queryKey: analyticsKeys.series(scope),
    queryFn: ({ signal }) => ask<TimeSeries>(api.GET('/analytics', { params: { query }, signal })),
  });
}

/** Where the period before one of `count` buckets began that started at `start`. */
export function startBefore(start: string, count: number, granularity: Granularity): string {
  const from = new Date(start);
  if (granularity === 'month') from.setUTCMonth(from.getUTCMonth() - count);
  else if (granularity === 'hour') from.setUTCHours(from.getUTCHours() - count);
  else from.setUTCDate(from.getUTCDate() - count);
  return from.toISOString();
}

/** The series of the period before a known one. */
export function seriesBefore(scope: Scope, series: TimeSeries | undefined) {
  const granularity = GRANULARITY[scope.interval];
  const end = series?.points[0]?.start ?? '';
  const start = end && startBefore(end, series?.points.length ?? 0, granularity);
  const query = { ...filters(scope), start, end, groupBy: 'timeseries', granularity } as const;
  return queryOptions({
    queryKey: analyticsKeys.before(scope, end),
    queryFn: ({ signal }) => ask<TimeSeries>(api.GET('/analytics', { params: { query }, signal })),
    enabled: end !== '',
  });
}

/** Clicks by hour of the week. */
export function clickHours(scope: Scope) {
  const query = { ...filters(scope), interval: scope.interval, groupBy: 'heatmap' } as const;
  return queryOptions({
    queryKey: analyticsKeys.hours(scope),
    queryFn: ({ signal }) => ask<Heatmap>(api.GET('/analytics', { params: { query }, signal })),
  });
}
