import { queryOptions } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';
import { workspaceKey } from '@/shared/api/workspace-key';
import type { Heatmap, TimeSeries } from './analytics.types';
import { addClicksToHeatmap, addClicksToSeries } from './live/apply-clicks';
import type { Click } from './live/match-click';
import type { Dimension } from './model/dimensions';
import type { ReportQuery } from './model/report-query';

/** The last 30 days of one link or of the whole workspace, in the workspace's time zone. */
export interface Scope {
  interval: '30d';
  linkId?: string;
}

export const analyticsKeys = {
  get all() {
    return workspaceKey('analytics');
  },
  series: (scope: Scope) => workspaceKey('analytics', 'series', scope),
  hours: (scope: Scope) => workspaceKey('analytics', 'hours', scope),
  report: (query: ReportQuery) => workspaceKey('analytics', 'report', query),
  bots: (query: ReportQuery) => workspaceKey('analytics', 'bots', query),
  list: (query: ReportQuery, dimension: Dimension) => workspaceKey('analytics', 'list', query, dimension),
  annotations: (start: number | null, end: number | null, linkId?: string) =>
    workspaceKey('annotations', start, end, linkId ?? 'all'),
};

const filters = ({ linkId }: Scope) => (linkId ? { linkId: [linkId] } : {});

/** The clicks by people that a scope includes. */
const clicksIn = (clicks: readonly Click[], { linkId }: Scope) =>
  clicks.filter((click) => !click.bot && (!linkId || click.linkId === linkId));

// The response type depends on groupBy, which the OpenAPI document does not express: it discriminates by a property of the
// response, and one that repeats the parameter would still be a check at run time. Each query names its own type; the component
// tests find a wrong pair. Screens with several parts use /analytics/report, whose parts have names.
async function fetchAs<T>(call: Promise<{ data?: unknown; response: Response }>): Promise<T> {
  return (await body(call)) as T;
}

/** Clicks by day; days without clicks are 0. */
export function clickSeries(scope: Scope) {
  const query = { ...filters(scope), interval: scope.interval, groupBy: 'timeseries', granularity: 'day' } as const;
  return queryOptions({
    queryKey: analyticsKeys.series(scope),
    queryFn: ({ signal }) => fetchAs<TimeSeries>(api.GET('/analytics', { params: { query }, signal })),
    meta: {
      liveClicks: { apply: (series: TimeSeries, clicks) => addClicksToSeries(series, clicksIn(clicks, scope)) },
    },
  });
}

/** Clicks by hour of the week. `zone` is the workspace's; live clicks are counted in the browser's zone without it. */
export function clickHours(scope: Scope, zone?: string) {
  const query = { ...filters(scope), interval: scope.interval, groupBy: 'heatmap' } as const;
  return queryOptions({
    queryKey: analyticsKeys.hours(scope),
    queryFn: ({ signal }) => fetchAs<Heatmap>(api.GET('/analytics', { params: { query }, signal })),
    meta: {
      liveClicks: { apply: (heatmap: Heatmap, clicks) => addClicksToHeatmap(heatmap, clicksIn(clicks, scope), zone) },
    },
  });
}
