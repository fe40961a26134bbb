import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it } from 'vitest';
import { analyticsKeys } from '@/entities/analytics/analytics.queries';
import type { Filters } from '@/entities/analytics/model/filters';
import { percentChange } from '@/entities/analytics/model/report-labels';
import type { ReportQuery } from '@/entities/analytics/model/report-query';
import { scanReport } from '@/entities/analytics/report.queries';
import { linkKeys } from '@/entities/link/link.queries';
import { homeKeys } from '@/entities/usage/home-keys';
import { zonedHour } from '@/shared/lib/time-zone';
import { aClick } from '@/test/fixtures/clicks';
import { aLink } from '@/test/fixtures/links';
import { addClicksToMinutes, applyClicks, mergeFeed } from './apply-clicks';
import { clickKeys, EVERY_CLICK, FEED_SIZE, type FeedScope } from './click.queries';
import { addClicksToHeatmap, addClicksToSeries } from './grow-report';
import { matchesFilters } from './match-click';

describe('the feed', () => {
  it('puts new clicks first, newest on top, each once', () => {
    const [a, b, c] = [aClick(), aClick(), aClick()];
    expect(mergeFeed([a], [a, b, c])).toEqual([c, b, a]);
  });
  it('keeps no more than it shows', () => {
    const many = Array.from({ length: FEED_SIZE + 5 }, () => aClick());
    expect(mergeFeed([], many)).toHaveLength(FEED_SIZE);
  });
});

describe('series and hours', () => {
  it('grow in the bucket that is still filling only', () => {
    const point = (start: string) => ({ start, clicks: 1, uniques: 1 });
    const series = {
      granularity: 'day' as const,
      previous: null,
      points: [point('2026-11-19T00:00:00Z'), point('2026-11-20T00:00:00Z')],
    };
    const grown = addClicksToSeries(series, [aClick(), aClick({ at: '2026-11-19T23:59:00Z' })]);
    expect(grown.points.map((p) => p.clicks)).toEqual([1, 2]);
  });
  it('grow in their minute, which may have begun after the answer', () => {
    const series = {
      granularity: 'minute' as const,
      previous: null,
      points: [{ start: '2026-11-20T18:05:00Z', clicks: 1, uniques: 1 }],
    };
    const grown = addClicksToMinutes(series, [aClick(), aClick({ at: '2026-11-20T18:06:30Z' })]);
    expect(grown.points.map((p) => [Date.parse(p.start), p.clicks])).toEqual([
      [Date.parse('2026-11-20T18:05:00Z'), 2],
      [Date.parse('2026-11-20T18:06:00Z'), 1],
    ]);
  });
  it('grow in the hour of the viewer', () => {
    const { weekday, hour } = zonedHour('2026-11-20T18:05:00Z');
    const heat = {
      cells: [
        { weekday, hour, clicks: 1 },
        { weekday: (weekday % 7) + 1, hour, clicks: 1 },
      ],
    };
    expect(addClicksToHeatmap(heat, [aClick()]).cells.map((cell) => cell.clicks)).toEqual([2, 1]);
  });
  it('know hours of other zones', () => {
    expect(zonedHour('2026-11-20T23:30:00Z', 'Asia/Tokyo')).toEqual({ weekday: 6, hour: 8 });
    expect(zonedHour('2026-11-23T00:30:00Z', 'UTC')).toEqual({ weekday: 1, hour: 0 });
  });
});

describe('how a figure moved', () => {
  it.each([
    [15, 10, 50],
    [5, 0, 'new'],
    [0, 0, null],
    [5, undefined, null],
  ] as const)('%d after %s', (now, before, change) => expect(percentChange(now, before)).toBe(change));
});

describe('whether filters keep a click', () => {
  it.each<[Filters, boolean | undefined]>([
    [{}, true],
    [{ country: { is: ['DE', 'PT'], not: [] } }, true],
    [{ country: { is: ['DE'], not: [] } }, false],
    [{ country: { is: [], not: ['PT'] } }, false],
    [{ browser: { is: ['safari'], not: [] }, city: { is: [], not: ['Porto'] } }, true],
    [{ referrer: { is: [''], not: [] } }, true],
    // What only the server knows.
    [{ utmSource: { is: ['news'], not: [] } }, undefined],
    [{ country: { is: ['EU'], not: [] } }, undefined],
    [{ tag: { is: ['tag_1'], not: [] }, country: { is: ['DE'], not: [] } }, false],
  ])('%o', (filters, kept) => expect(matchesFilters(aClick(), filters)).toBe(kept));

  // The click of Friday, 18:05 of UTC.
  it.each<[string, Filters, boolean]>([
    ['UTC', { weekday: { is: ['5'], not: [] }, hour: { is: ['18'], not: [] } }, true],
    ['UTC', { hour: { is: [], not: ['18'] } }, false],
    ['Asia/Tokyo', { weekday: { is: ['5'], not: [] } }, false],
    ['Asia/Tokyo', { weekday: { is: ['6'], not: [] }, hour: { is: ['2', '3'], not: [] } }, true],
  ])('in %s, %o', (zone, filters, kept) => expect(matchesFilters(aClick(), filters, zone)).toBe(kept));
});

const OTHER: FeedScope = { traffic: 'human', filters: { link: { is: ['lnk_other'], not: [] } } };
const asked = (filters: Filters): ReportQuery => ({
  span: { start: 0, end: null, step: null },
  zone: 'UTC',
  compare: 'off',
  traffic: 'human',
  filters,
});
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

describe('clicks that arrive', () => {
  let queries: QueryClient;
  beforeEach(() => {
    queries = new QueryClient();
    queries.setQueryData(homeKeys.totalClicks, { totalClicks: 10, trend: 1 });
    queries.setQueryData(clickKeys.recent(EVERY_CLICK), []);
    queries.setQueryData(clickKeys.recent(OTHER), []);
    queries.setQueryData(linkKeys.detail('lnk_launch'), aLink({ clickCount: 3 }));
    queries.setQueryData(analyticsKeys.report(asked({})), REPORT);
    queries.setQueryData(analyticsKeys.report(asked(OTHER.filters)), REPORT);
    queries.setQueryData(analyticsKeys.report({ ...asked({}), span: { start: 0, end: 1, step: null } }), REPORT);
  });

  it('let every figure on the screen grow, those of other links not', () => {
    applyClicks(queries, [aClick(), aClick({ at: '2026-11-20T18:06:00Z' })]);
    expect(queries.getQueryData(homeKeys.totalClicks)).toEqual({ totalClicks: 12, trend: 1 });
    expect(queries.getQueryData(clickKeys.recent(EVERY_CLICK))).toHaveLength(2);
    expect(queries.getQueryData(clickKeys.recent(OTHER))).toHaveLength(0);
    expect(queries.getQueryData(linkKeys.detail('lnk_launch'))).toMatchObject({
      clickCount: 5,
      lastClickedAt: '2026-11-20T18:06:00Z',
    });
    expect(queries.getQueryData(analyticsKeys.report(asked({})))).toEqual({
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

  it('count where the hour is theirs, in the zone of the question', () => {
    const tokyo = (hour: string): ReportQuery => ({ ...asked({ hour: { is: [hour], not: [] } }), zone: 'Asia/Tokyo' });
    for (const hour of ['3', '18']) queries.setQueryData(analyticsKeys.report(tokyo(hour)), REPORT);
    applyClicks(queries, [aClick()]);
    expect(queries.getQueryData(analyticsKeys.report(tokyo('3')))).toMatchObject({ count: { clicks: 6 } });
    expect(queries.getQueryData(analyticsKeys.report(tokyo('18')))).toBe(REPORT);
  });

  it('count as scans when a printed code brought them', () => {
    const queryKey = [...scanReport(asked({})).queryKey];
    queries.setQueryData(queryKey, REPORT);
    applyClicks(queries, [aClick(), aClick({ trigger: 'qr' })]);
    expect(queries.getQueryData(queryKey)).toMatchObject({
      count: { clicks: 6 },
      timeseries: { points: [{ clicks: 2 }] },
    });
    expect(queries.getQueryData(analyticsKeys.report(asked({})))).toMatchObject({ count: { clicks: 7 } });
  });

  it('leave alone what they are not in: another link, a period that is over', () => {
    applyClicks(queries, [aClick()]);
    expect(queries.getQueryData(analyticsKeys.report(asked(OTHER.filters)))).toBe(REPORT);
    expect(queries.getQueryData(analyticsKeys.report({ ...asked({}), span: { start: 0, end: 1, step: null } }))).toBe(
      REPORT,
    );
  });

  it('count as bots alone when they are bots', () => {
    applyClicks(queries, [aClick({ bot: true })]);
    expect(queries.getQueryData(analyticsKeys.report(asked({})))).toMatchObject({ count: { clicks: 5, bots: 2 } });
    expect(queries.getQueryData(homeKeys.totalClicks)).toEqual({ totalClicks: 10, trend: 1 });
  });

  it('make no figures where none have been asked for', () => {
    const empty = new QueryClient();
    applyClicks(empty, [aClick()]);
    expect(
      empty
        .getQueryCache()
        .findAll()
        .every((query) => query.state.data === undefined),
    ).toBe(true);
  });
});
