import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Report } from '@/entities/analytics/analytics.types';
import { api, body } from '@/shared/api/client';
import type { components } from '@/shared/api/schema';
import { workspaceKey } from '@/shared/api/workspace-key';

/** The periods of the statistics of a page. */
export const INSIGHT_PERIODS = [
  { value: '24h', label: '24 hours' },
  { value: '7d', label: '7 days' },
  { value: '28d', label: '28 days' },
  { value: '12mo', label: '12 months' },
  { value: 'all', label: 'All time' },
] as const;
export type InsightPeriod = (typeof INSIGHT_PERIODS)[number]['value'];

/** The statistics of one page. */
export interface InsightScope {
  pageId: string;
  period: InsightPeriod;
}

export type Visit = components['schemas']['Click'];

export const insightKeys = {
  /** All statistics of a page. */
  page: (pageId: string) => workspaceKey('bio-pages', 'insights', pageId),
  clicks: ({ pageId, period }: InsightScope) => [...insightKeys.page(pageId), 'clicks', period] as const,
  views: ({ pageId, period }: InsightScope) => [...insightKeys.page(pageId), 'views', period] as const,
  visits: (pageId: string) => [...insightKeys.page(pageId), 'visits'] as const,
};

/** The most blocks of a page. */
const MAX_BLOCKS = 100;

const base = ({ pageId, period }: InsightScope) => ({
  pageId: [pageId],
  interval: period,
  // All time has no period before it.
  ...(period === 'all' ? {} : { compare: 'previous' as const }),
});

/** The views, visitors and clicks of a page, and the clicks of each block. */
export function pageClicks(scope: InsightScope) {
  return queryOptions({
    queryKey: insightKeys.clicks(scope),
    queryFn: async ({ signal }): Promise<Report> => {
      const groupBy = ['count' as const, 'timeseries' as const, 'block' as const];
      const query = { ...base(scope), blocks: true, groupBy, limit: MAX_BLOCKS };
      return body(api.GET('/analytics/report', { params: { query }, signal }));
    },
    placeholderData: keepPreviousData,
  });
}

const VIEW_ROWS = 8;

/** The views of a page by time, source, place and device. The fields named clicks are views. */
export function pageViews(scope: InsightScope) {
  return queryOptions({
    queryKey: insightKeys.views(scope),
    queryFn: async ({ signal }): Promise<Report> => {
      const groupBy = [
        'count' as const,
        'timeseries' as const,
        'heatmap' as const,
        'referrer' as const,
        'trigger' as const,
        'utmSource' as const,
        'country' as const,
        'city' as const,
        'language' as const,
        'device' as const,
        'browser' as const,
        'os' as const,
      ];
      const query = { ...base(scope), views: true, groupBy, limit: VIEW_ROWS };
      return body(api.GET('/analytics/report', { params: { query }, signal }));
    },
    placeholderData: keepPreviousData,
  });
}

const VISITS = 20;

/** The latest views of a page and clicks on its blocks, newest first. */
export function latestVisits(pageId: string) {
  return queryOptions({
    queryKey: insightKeys.visits(pageId),
    queryFn: async ({ signal }): Promise<Visit[]> => {
      const list = (of: { views: true } | { blocks: true }) =>
        body(api.GET('/clicks', { params: { query: { pageId: [pageId], ...of, limit: VISITS } }, signal }));
      const [views, clicks] = await Promise.all([list({ views: true }), list({ blocks: true })]);
      return [...views.items, ...clicks.items].sort((a, b) => b.at.localeCompare(a.at)).slice(0, VISITS);
    },
  });
}
