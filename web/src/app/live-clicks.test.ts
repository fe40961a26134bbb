import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Filters } from '@/entities/analytics/model/filters';
import type { ReportQuery } from '@/entities/analytics/model/report-query';
import { clickReport, scanReport } from '@/entities/analytics/report.queries';
import { EVERY_CLICK, type FeedScope, recentClicks } from '@/entities/click/click.queries';
import type { Click } from '@/entities/click/click.types';
import { linkDetail, listLinks } from '@/entities/link/link.queries';
import { topLinks, totalClicks } from '@/features/home/home.queries';
import { aClick } from '@/test/fixtures/clicks';
import { aLink } from '@/test/fixtures/links';

const OTHER: FeedScope = { traffic: 'human', filters: { link: { is: ['lnk_other'], not: [] } } };
const reportQuery = (filters: Filters): ReportQuery => ({
  span: { start: 0, end: null, step: null },
  zone: 'UTC',
  compare: 'off',
  traffic: 'human',
  filters,
});
const closed: ReportQuery = { ...reportQuery({}), span: { start: 0, end: 1, step: null } };
const REPORT = {
  count: { clicks: 5, uniques: 5, bots: 1, previous: null },
  timeseries: {
    granularity: 'day',
    points: [{ start: '2026-11-20T00:00:00Z', clicks: 1, uniques: 1 }],
    previous: null,
  },
  country: {
    rows: [
      { key: 'PT', label: 'PT', clicks: 4, uniques: 2 },
      { key: 'DE', label: 'DE', clicks: 3, uniques: 3 },
    ],
  },
  utmSource: { rows: [{ key: 'news', label: 'news', clicks: 2, uniques: 2 }] },
};
const TOTAL = {
  totalClicks: 10,
  trend: 1,
  timeseries: { points: [{ start: '2026-11-20T00:00:00Z', clicks: 1, uniques: 1 }] },
  heatmap: { cells: [{ weekday: 5, hour: 18, clicks: 2 }] },
};
const LINKS = {
  links: [
    { id: 'lnk_launch', alias: 'launch', clickCount: 3, spark: [0, 1] },
    { id: 'lnk_other', alias: 'other', clickCount: 2, spark: [0, 0] },
  ],
};

/** Adds clicks to all data whose query can count them. */
function applyClicks(queries: QueryClient, clicks: readonly Click[]): void {
  for (const query of queries.getQueryCache().findAll({ predicate: ({ state }) => state.data !== undefined })) {
    const { data } = query.state;
    queries.setQueryData(query.queryKey, query.meta?.liveClicks?.apply?.(data, clicks) ?? data);
  }
}

describe('clicks that arrive', () => {
  let queries: QueryClient;
  const seed = (options: { queryKey: QueryKey; meta?: object }, data: unknown) =>
    queries
      .getQueryCache()
      .build(queries, { queryKey: options.queryKey, meta: { ...options.meta } })
      .setData(data);

  beforeEach(() => {
    queries = new QueryClient();
    seed(totalClicks(), TOTAL);
    seed(topLinks(), LINKS);
    seed(recentClicks(EVERY_CLICK), { items: [] });
    seed(recentClicks(OTHER), { items: [] });
    seed(linkDetail('lnk_launch'), aLink({ clickCount: 3 }));
    seed(listLinks({}), { items: [aLink({ clickCount: 3 })], total: 1 });
    seed(clickReport(reportQuery({})), REPORT);
    seed(clickReport(reportQuery(OTHER.filters)), REPORT);
    seed(clickReport(closed), REPORT);
  });

  it('adds clicks to every figure on the screen except those of other links', () => {
    applyClicks(queries, [aClick(), aClick({ at: '2026-11-20T18:06:00Z' })]);
    expect(queries.getQueryData(totalClicks().queryKey)).toEqual({
      totalClicks: 12,
      trend: 1,
      timeseries: { points: [{ start: '2026-11-20T00:00:00Z', clicks: 3, uniques: 1 }] },
      heatmap: { cells: [{ weekday: 5, hour: 18, clicks: 4 }] },
    });
    expect(queries.getQueryData(topLinks().queryKey)).toMatchObject({
      links: [{ clickCount: 5, spark: [0, 3] }, { clickCount: 2 }],
    });
    expect(queries.getQueryData(recentClicks(EVERY_CLICK).queryKey)?.items).toHaveLength(2);
    expect(queries.getQueryData(recentClicks(OTHER).queryKey)?.items).toHaveLength(0);
    const counted = { clickCount: 5, lastClickedAt: '2026-11-20T18:06:00Z' };
    expect(queries.getQueryData(linkDetail('lnk_launch').queryKey)).toMatchObject(counted);
    expect(queries.getQueryData(listLinks({}).queryKey)).toMatchObject({ items: [counted] });
    expect(queries.getQueryData(clickReport(reportQuery({})).queryKey)).toEqual({
      count: { clicks: 7, uniques: 5, bots: 1, previous: null },
      timeseries: {
        granularity: 'day',
        points: [{ start: '2026-11-20T00:00:00Z', clicks: 3, uniques: 1 }],
        previous: null,
      },
      country: {
        rows: [
          { key: 'PT', label: 'PT', clicks: 6, uniques: 2 },
          { key: 'DE', label: 'DE', clicks: 3, uniques: 3 },
        ],
      },
      utmSource: { rows: [{ key: 'news', label: 'news', clicks: 2, uniques: 2 }] },
    });
  });

  it("matches filters by hour in the report's zone", () => {
    const tokyo = (hour: string) =>
      clickReport({ ...reportQuery({ hour: { is: [hour], not: [] } }), zone: 'Asia/Tokyo' });
    for (const hour of ['3', '18']) seed(tokyo(hour), REPORT);
    applyClicks(queries, [aClick()]);
    expect(queries.getQueryData(tokyo('3').queryKey)).toMatchObject({ count: { clicks: 6 } });
    expect(queries.getQueryData(tokyo('18').queryKey)).toBe(REPORT);
  });

  it('counts clicks with the QR trigger as scans', () => {
    const scans = scanReport(reportQuery({}));
    seed(scans, REPORT);
    applyClicks(queries, [aClick(), aClick({ trigger: 'qr' })]);
    expect(queries.getQueryData(scans.queryKey)).toMatchObject({
      count: { clicks: 6 },
      timeseries: { points: [{ clicks: 2 }] },
    });
    expect(queries.getQueryData(clickReport(reportQuery({})).queryKey)).toMatchObject({ count: { clicks: 7 } });
  });

  it('leaves reports of other links and of closed periods unchanged', () => {
    applyClicks(queries, [aClick()]);
    expect(queries.getQueryData(clickReport(reportQuery(OTHER.filters)).queryKey)).toBe(REPORT);
    expect(queries.getQueryData(clickReport(closed).queryKey)).toBe(REPORT);
  });

  it('counts bots as bots only', () => {
    applyClicks(queries, [aClick({ bot: true })]);
    expect(queries.getQueryData(clickReport(reportQuery({})).queryKey)).toMatchObject({
      count: { clicks: 5, bots: 2 },
    });
    expect(queries.getQueryData(totalClicks().queryKey)).toBe(TOTAL);
    expect(queries.getQueryData(topLinks().queryKey)).toBe(LINKS);
  });
});
