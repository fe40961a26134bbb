import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';
import { analyticsKeys } from './analytics.queries';
import type { Report, TimeSeries, TopList } from './analytics.types';
import type { Dimension } from './model/dimensions';
import { filterParams } from './model/filters';
import { withoutHours } from './model/hour-filters';
import { comparisonSpan } from './model/period';
import type { ReportQuery } from './model/report-query';

const iso = (moment: number) => new Date(moment).toISOString();

/** The parameters that all calls of a question share. A period that still runs has no end: it is the server's now. */
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

const byOf = ({ granularity }: ReportQuery) => (granularity ? { granularity } : {});

/** The hours of the week, also those that filters of the time leave out: what could be chosen of them. */
export function allHours(question: ReportQuery) {
  const asked: ReportQuery = { ...question, compare: 'off', filters: withoutHours(question.filters) };
  return queryOptions({
    queryKey: [...analyticsKeys.report(asked), 'hours'] as const,
    queryFn: async ({ signal }): Promise<Report> => {
      const query = { ...reportParams(asked), groupBy: ['heatmap' as const] };
      return body(api.GET('/analytics/report', { params: { query }, signal }));
    },
  });
}

/** Rows of a list that a panel shows; the rest is asked for when it is opened. */
export const LIST_ROWS = 10;

/** All parts of a screen at once. What is shown stays while another question is answered. */
export function clickReport(question: ReportQuery) {
  return queryOptions({
    queryKey: analyticsKeys.report(question),
    queryFn: async ({ signal }): Promise<Report> => {
      const query = { ...reportParams(question), ...compareParams(question), ...byOf(question), limit: LIST_ROWS };
      return body(api.GET('/analytics/report', { params: { query }, signal }));
    },
    placeholderData: keepPreviousData,
  });
}

/** The clicks of bots over time, whatever traffic the question is about. */
export function botSeries(question: ReportQuery) {
  return queryOptions({
    queryKey: analyticsKeys.bots(question),
    queryFn: async ({ signal }): Promise<TimeSeries> => {
      const query = {
        ...reportParams(question),
        ...compareParams(question),
        ...byOf(question),
        traffic: 'bot',
        groupBy: 'timeseries',
      } as const;
      return (await body(api.GET('/analytics', { params: { query }, signal }))) as TimeSeries;
    },
    placeholderData: keepPreviousData,
  });
}

/** The clicks of a question that came by a printed code, in sum and over time. They grow live as every report does. */
export function scanReport(question: ReportQuery) {
  const asked: ReportQuery = { ...question, filters: { ...question.filters, trigger: { is: ['qr'], not: [] } } };
  return queryOptions({
    queryKey: [...analyticsKeys.report(asked), 'scans'] as const,
    queryFn: async ({ signal }): Promise<Report> => {
      const groupBy = ['count' as const, 'timeseries' as const];
      const query = { ...reportParams(asked), ...compareParams(asked), ...byOf(asked), groupBy };
      return body(api.GET('/analytics/report', { params: { query }, signal }));
    },
    placeholderData: keepPreviousData,
  });
}

/** How many rows the whole of a list has at most. */
export const MAX_ROWS = 1000;

/** A whole list. */
export function fullList(question: ReportQuery, dimension: Dimension) {
  return queryOptions({
    queryKey: analyticsKeys.list(question, dimension),
    queryFn: async ({ signal }): Promise<TopList> => {
      const query = { ...reportParams(question), groupBy: dimension, limit: MAX_ROWS } as const;
      return (await body(api.GET('/analytics', { params: { query }, signal }))) as TopList;
    },
  });
}

/** Visits to aliases that do not exist, by alias. They have no link: filters of links are left out. */
export function orphans(question: ReportQuery) {
  const { link, tag, folder, rule, ...filters } = question.filters;
  const asked = { ...question, filters };
  return queryOptions({
    queryKey: [...analyticsKeys.list(asked, 'link'), 'orphans'] as const,
    queryFn: async ({ signal }): Promise<TopList> => {
      const query = { ...reportParams(asked), orphans: true, groupBy: 'alias', limit: LIST_ROWS } as const;
      return (await body(api.GET('/analytics', { params: { query }, signal }))) as TopList;
    },
  });
}

/** What was changed about links in the period. */
export function annotations(question: ReportQuery, linkId?: string) {
  const { start, end } = question.span;
  return queryOptions({
    queryKey: ['annotations', start, end, linkId ?? 'all'] as const,
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

/** Whether there has been any click at all, by people or bots. */
export function everClicked(linkId?: string) {
  return queryOptions({
    queryKey: ['clicks', 'ever', linkId ?? 'all'] as const,
    queryFn: async ({ signal }) => {
      const query = { limit: 1, traffic: 'all' as const, ...(linkId ? { linkId: [linkId] } : {}) };
      return (await body(api.GET('/clicks', { params: { query }, signal }))).items.length > 0;
    },
  });
}
