import { queryOptions } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';
import type { Heatmap, TimeSeries } from './analytics.types';
import type { Dimension } from './model/dimensions';
import type { ReportQuery } from './model/report-query';

/** What a small chart counts, in the workspace's time zone: the last thirty days of one link or of all of them. */
export interface Scope {
  interval: '30d';
  linkId?: string;
}

export const analyticsKeys = {
  all: ['analytics'] as const,
  series: (scope: Scope) => ['analytics', 'series', scope] as const,
  hours: (scope: Scope) => ['analytics', 'hours', scope] as const,
  report: (question: ReportQuery) => ['analytics', 'report', question] as const,
  bots: (question: ReportQuery) => ['analytics', 'bots', question] as const,
  list: (question: ReportQuery, dimension: Dimension) => ['analytics', 'list', question, dimension] as const,
};

const filters = ({ linkId }: Scope) => (linkId ? { linkId: [linkId] } : {});

// The answer's shape follows from groupBy, which the document cannot say: each query names the one it asked for.
async function fetchAs<T>(call: Promise<{ data?: unknown }>): Promise<T> {
  return (await body(call)) as T;
}

/** Clicks over time, gaps filled with zeros. */
export function clickSeries(scope: Scope) {
  const query = { ...filters(scope), interval: scope.interval, groupBy: 'timeseries', granularity: 'day' } as const;
  return queryOptions({
    queryKey: analyticsKeys.series(scope),
    queryFn: ({ signal }) => fetchAs<TimeSeries>(api.GET('/analytics', { params: { query }, signal })),
  });
}

/** Clicks by hour of the week. */
export function clickHours(scope: Scope) {
  const query = { ...filters(scope), interval: scope.interval, groupBy: 'heatmap' } as const;
  return queryOptions({
    queryKey: analyticsKeys.hours(scope),
    queryFn: ({ signal }) => fetchAs<Heatmap>(api.GET('/analytics', { params: { query }, signal })),
  });
}
