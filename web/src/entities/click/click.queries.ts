import { queryOptions } from '@tanstack/react-query';
import type { TimeSeries } from '@/entities/analytics/analytics.types';
import { matchingClicks } from '@/entities/analytics/live/match-click';
import { type Filters, filterParams } from '@/entities/analytics/model/filters';
import type { Span } from '@/entities/analytics/model/period';
import type { ReportSubject } from '@/entities/analytics/model/report-query';
import type { Traffic } from '@/entities/analytics/model/report-search';
import { api, body } from '@/shared/api/client';
import type { components } from '@/shared/api/schema';
import { workspaceKey } from '@/shared/api/workspace-key';
import { addClicksToMinutes, addToFeed } from './add-clicks';
import { type Click, FEED_SIZE } from './click.types';

type ClickCount = components['schemas']['ClickCount'];
type ClickPage = components['schemas']['ListClick'];

/** The clicks that a feed or a log includes. */
export interface FeedScope {
  traffic: Traffic;
  filters: Filters;
  /** The zone of filters by weekday and hour. */
  zone?: string;
}

/** The clicks by people, on all links. */
export const EVERY_CLICK: FeedScope = { traffic: 'human', filters: {} };

export const clickKeys = {
  get all() {
    return workspaceKey('clicks');
  },
  recent: (scope: FeedScope) => workspaceKey('clicks', 'recent', scope),
  minutes: (scope: FeedScope) => workspaceKey('clicks', 'minutes', scope),
  lastMinute: (scope: FeedScope) => workspaceKey('clicks', 'last-minute', scope),
  log: (scope: FeedScope, span: Span) => workspaceKey('clicks', 'log', scope, span.start, span.end),
  ever: ({ linkId, codeId }: ReportSubject) => workspaceKey('clicks', 'ever', linkId ?? 'all', codeId ?? 'all'),
};

/** The parameters that all calls of a scope share. */
export const scopeParams = ({ traffic, filters, zone }: FeedScope) => ({
  ...(traffic === 'human' ? {} : { traffic }),
  ...(zone ? { timeZone: zone } : {}),
  ...filterParams(filters),
});

/** The most recent clicks, newest first, at most FEED_SIZE. */
export function recentClicks(scope: FeedScope) {
  return queryOptions({
    queryKey: clickKeys.recent(scope),
    queryFn: ({ signal }) => {
      const query = { limit: FEED_SIZE, ...scopeParams(scope) };
      return body(api.GET('/clicks', { params: { query }, signal }));
    },
    select: (page): readonly Click[] => page.items,
    meta: {
      liveClicks: {
        apply: (page: ClickPage, clicks) => addToFeed(page, matchingClicks(clicks, scope)),
        settle: true,
      },
    },
  });
}

const MINUTE = 60_000;

/** How many minutes the chart of the last minutes shows. */
export const SHOWN_MINUTES = 30;

/** Clicks by minute, of the last half hour. Minutes without clicks after the answer have no point. */
export function lastMinutes(scope: FeedScope) {
  return queryOptions({
    queryKey: clickKeys.minutes(scope),
    queryFn: async ({ signal }): Promise<TimeSeries> => {
      const start = new Date((Math.floor(Date.now() / MINUTE) - SHOWN_MINUTES + 1) * MINUTE).toISOString();
      const query = { start, groupBy: 'timeseries', granularity: 'minute', ...scopeParams(scope) } as const;
      return (await body(api.GET('/analytics', { params: { query }, signal }))) as TimeSeries;
    },
    meta: {
      liveClicks: {
        apply: (series: TimeSeries, clicks) => addClicksToMinutes(series, matchingClicks(clicks, scope)),
        settle: true,
      },
    },
  });
}

/** The number of clicks in the last 60 seconds, counted by the server. */
export function clicksInLastMinute(scope: FeedScope) {
  return queryOptions({
    queryKey: clickKeys.lastMinute(scope),
    queryFn: async ({ signal }): Promise<number> => {
      const start = new Date(Date.now() - MINUTE).toISOString();
      const query = { start, groupBy: 'count', ...scopeParams(scope) } as const;
      return ((await body(api.GET('/analytics', { params: { query }, signal }))) as ClickCount).clicks;
    },
  });
}

/** The clicks of all time by people and bots, and the imported ones. */
export function clicksEver({ linkId, codeId }: ReportSubject = {}) {
  return queryOptions({
    queryKey: clickKeys.ever({ linkId, codeId }),
    queryFn: async ({ signal }): Promise<ClickCount> => {
      const query = {
        interval: 'all' as const,
        groupBy: 'count' as const,
        traffic: 'all' as const,
        ...(linkId && { linkId: [linkId] }),
        ...(codeId && { qrCode: [codeId] }),
      };
      return (await body(api.GET('/analytics', { params: { query }, signal }))) as ClickCount;
    },
    meta: {
      liveClicks: {
        apply: (count: ClickCount, clicks) => {
          const added = clicks.filter(
            (click) => (!linkId || click.linkId === linkId) && (!codeId || click.qrCodeId === codeId),
          );
          return added.length > 0 ? { ...count, clicks: count.clicks + added.length } : count;
        },
      },
    },
  });
}

/** The page size of a log. */
const LOG_PAGE = 100;

/** A page of the clicks of a period, newest first: the page of a cursor, or the first one for an empty cursor. */
export async function clicksPage(scope: FeedScope, { start, end }: Span, cursor: string, signal: AbortSignal) {
  const query = {
    limit: LOG_PAGE,
    ...scopeParams(scope),
    ...(start === null ? {} : { start: new Date(start).toISOString() }),
    ...(end === null ? {} : { end: new Date(end).toISOString() }),
    ...(cursor && { cursor }),
  };
  return body(api.GET('/clicks', { params: { query }, signal }));
}
