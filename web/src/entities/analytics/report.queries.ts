import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';
import type { LiveClicks } from '@/shared/api/query-meta';
import { workspaceKey } from '@/shared/api/workspace-key';
import type { Report, TimeSeries, TopList } from './analytics.types';
import { addClicksToSeries, applyClicksToReport } from './live/apply-clicks';
import { matchingClicks } from './live/match-click';
import type { Dimension } from './model/dimensions';
import { filterParams } from './model/filters';
import { withoutHours } from './model/hour-filters';
import { comparisonSpan } from './model/period';
import type { ReportQuery } from './model/report-query';

export const analyticsKeys = {
  report: (query: ReportQuery) => workspaceKey('analytics', 'report', query),
  bots: (query: ReportQuery) => workspaceKey('analytics', 'bots', query),
  list: (query: ReportQuery, dimension: Dimension) => workspaceKey('analytics', 'list', query, dimension),
  annotations: (start: number | null, end: number | null, linkId?: string) =>
    workspaceKey('annotations', start, end, linkId ?? 'all'),
};

// The response type of /analytics depends on groupBy, which the OpenAPI document does not express: each query names its
// own, and the component tests find a wrong one. The parts of /analytics/report have names.

const iso = (moment: number) => new Date(moment).toISOString();

/** The parameters that all calls of a report share. An open period has no `end`: the server uses its current time. */
export function reportParams({ span, zone, traffic, filters }: ReportQuery) {
  return {
    ...(span.start === null ? { interval: 'all' as const } : { start: iso(span.start) }),
    ...(span.end === null ? {} : { end: iso(span.end) }),
    timeZone: zone,
    ...(traffic === 'human' ? {} : { traffic }),
    ...filterParams(filters),
  };
}

function compareParams({ span, compare, zone }: ReportQuery) {
  const other = comparisonSpan(span, compare, Date.now(), zone);
  return other ? { compareStart: iso(other.start), compareEnd: iso(other.end) } : {};
}

const granularityParam = ({ granularity }: ReportQuery) => (granularity ? { granularity } : {});

/** Counts live clicks while the period is open; nothing changes a closed one. */
function liveReport(query: ReportQuery): LiveClicks | undefined {
  if (query.span.end !== null) return undefined;
  return { apply: (report: Report, clicks) => applyClicksToReport(report, clicks, query), settle: true };
}

/** The hours of the week without the filters by weekday and hour, so that other hours stay selectable. */
export function allHours(reportQuery: ReportQuery) {
  const unfiltered: ReportQuery = { ...reportQuery, compare: 'off', filters: withoutHours(reportQuery.filters) };
  return queryOptions({
    queryKey: [...analyticsKeys.report(unfiltered), 'hours'] as const,
    queryFn: async ({ signal }): Promise<Report> => {
      const query = { ...reportParams(unfiltered), groupBy: ['heatmap' as const] };
      return body(api.GET('/analytics/report', { params: { query }, signal }));
    },
    meta: { liveClicks: liveReport(unfiltered) },
  });
}

/** The rows of each list in a report. The dialog of a dimension fetches the full list. */
export const LIST_ROWS = 10;

/** Every part of a report screen in one request. The previous report is the placeholder of the next one. */
export function clickReport(reportQuery: ReportQuery) {
  return queryOptions({
    queryKey: analyticsKeys.report(reportQuery),
    queryFn: async ({ signal }): Promise<Report> => {
      const query = {
        ...reportParams(reportQuery),
        ...compareParams(reportQuery),
        ...granularityParam(reportQuery),
        limit: LIST_ROWS,
      };
      return body(api.GET('/analytics/report', { params: { query }, signal }));
    },
    placeholderData: keepPreviousData,
    meta: { liveClicks: liveReport(reportQuery) },
  });
}

/** Clicks by bots over time, whatever traffic the report counts. */
export function botSeries(reportQuery: ReportQuery) {
  const bots: ReportQuery = { ...reportQuery, traffic: 'bot' };
  const apply = (series: TimeSeries, clicks: Parameters<typeof matchingClicks>[0]) =>
    addClicksToSeries(series, matchingClicks(clicks, bots));
  return queryOptions({
    queryKey: analyticsKeys.bots(reportQuery),
    queryFn: async ({ signal }): Promise<TimeSeries> => {
      const query = {
        ...reportParams(bots),
        ...compareParams(bots),
        ...granularityParam(bots),
        groupBy: 'timeseries',
      } as const;
      return (await body(api.GET('/analytics', { params: { query }, signal }))) as TimeSeries;
    },
    placeholderData: keepPreviousData,
    meta: { liveClicks: reportQuery.span.end === null ? { apply, settle: true } : undefined },
  });
}

/** The QR scans of a report: their number and their series. */
export function scanReport(reportQuery: ReportQuery) {
  const scans: ReportQuery = { ...reportQuery, filters: { ...reportQuery.filters, trigger: { is: ['qr'], not: [] } } };
  return queryOptions({
    queryKey: [...analyticsKeys.report(scans), 'scans'] as const,
    queryFn: async ({ signal }): Promise<Report> => {
      const groupBy = ['count' as const, 'timeseries' as const];
      const query = { ...reportParams(scans), ...compareParams(scans), ...granularityParam(scans), groupBy };
      return body(api.GET('/analytics/report', { params: { query }, signal }));
    },
    placeholderData: keepPreviousData,
    meta: { liveClicks: liveReport(scans) },
  });
}

/** The maximum number of rows of a full list. */
export const MAX_ROWS = 1000;

/** All values of a dimension, up to MAX_ROWS. */
export function fullList(reportQuery: ReportQuery, dimension: Dimension) {
  return queryOptions({
    queryKey: analyticsKeys.list(reportQuery, dimension),
    queryFn: async ({ signal }): Promise<TopList> => {
      const query = { ...reportParams(reportQuery), groupBy: dimension, limit: MAX_ROWS } as const;
      return (await body(api.GET('/analytics', { params: { query }, signal }))) as TopList;
    },
  });
}

/** Visits to aliases that do not exist, by alias. Filters that need a link are ignored: these visits have none. */
export function orphans(reportQuery: ReportQuery) {
  const { link, tag, folder, rule, outcome, ...filters } = reportQuery.filters;
  const linkless = { ...reportQuery, filters };
  return queryOptions({
    queryKey: [...analyticsKeys.list(linkless, 'link'), 'orphans'] as const,
    queryFn: async ({ signal }): Promise<TopList> => {
      const query = { ...reportParams(linkless), orphans: true, groupBy: 'alias', limit: LIST_ROWS } as const;
      return (await body(api.GET('/analytics', { params: { query }, signal }))) as TopList;
    },
  });
}

/** Changes to links in the period. */
export function annotations(reportQuery: ReportQuery, linkId?: string) {
  const { start, end } = reportQuery.span;
  return queryOptions({
    queryKey: analyticsKeys.annotations(start, end, linkId),
    queryFn: async ({ signal }) => {
      const query = {
        start: iso(start ?? 0),
        ...(end === null ? {} : { end: iso(end) }),
        ...(linkId ? { linkId: [linkId] } : {}),
      };
      return (await body(api.GET('/analytics/annotations', { params: { query }, signal }))).items;
    },
  });
}
