import { queryOptions } from '@tanstack/react-query';
import { type Filters, filterParams } from '@/entities/analytics/model/filters';
import type { Span } from '@/entities/analytics/model/period';
import type { Traffic } from '@/entities/analytics/model/report-search';
import { api, body } from '@/shared/api/client';
import type { components } from '@/shared/api/schema';
import type { Click } from './click.types';

type ClickCount = components['schemas']['ClickCount'];

/** How many clicks a feed keeps. */
export const FEED_SIZE = 50;

/** Which clicks a feed tells of. */
export interface FeedScope {
  traffic: Traffic;
  filters: Filters;
  /** In which hours are told, where filters are of hours. */
  zone?: string;
}

/** The clicks of people, on all links. */
export const EVERY_CLICK: FeedScope = { traffic: 'human', filters: {} };

export const clickKeys = {
  all: ['clicks'] as const,
  recent: (scope: FeedScope) => ['clicks', 'recent', scope] as const,
  minutes: (scope: FeedScope) => ['clicks', 'minutes', scope] as const,
  lastMinute: (scope: FeedScope) => ['clicks', 'last-minute', scope] as const,
  log: (scope: FeedScope, span: Span) => ['clicks', 'log', scope, span.start, span.end] as const,
};

/** The parameters that all calls of a scope share. */
export const scopeParams = ({ traffic, filters, zone }: FeedScope) => ({
  ...(traffic === 'human' ? {} : { traffic }),
  ...(zone ? { timeZone: zone } : {}),
  ...filterParams(filters),
});

/** The last clicks, newest first. */
export function recentClicks(scope: FeedScope) {
  return queryOptions({
    queryKey: clickKeys.recent(scope),
    queryFn: async ({ signal }): Promise<Click[]> => {
      const query = { limit: FEED_SIZE, ...scopeParams(scope) };
      return (await body(api.GET('/clicks', { params: { query }, signal }))).items;
    },
  });
}

const MINUTE = 60_000;

/** How many clicks came in the last 60 seconds, counted by the server. */
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

/** How many clicks one part of a log holds. */
export const LOG_PART = 100;

/** A part of the log of a period's clicks: those before a time, or the last ones; newest first. */
export async function clicksBefore(
  scope: FeedScope,
  { start, end }: Span,
  before: string | null,
  signal: AbortSignal,
): Promise<Click[]> {
  const last = before ?? (end === null ? null : new Date(end).toISOString());
  const query = {
    limit: LOG_PART,
    ...scopeParams(scope),
    ...(start === null ? {} : { start: new Date(start).toISOString() }),
    ...(last === null ? {} : { end: last }),
  };
  return (await body(api.GET('/clicks', { params: { query }, signal }))).items;
}
