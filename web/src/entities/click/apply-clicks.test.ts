import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it } from 'vitest';
import { analyticsKeys, startBefore } from '@/entities/analytics/analytics.queries';
import { changeOf } from '@/entities/analytics/count-strip';
import { zonedHour } from '@/entities/analytics/time-zone';
import { linkKeys } from '@/entities/link/link.queries';
import { homeKeys } from '@/entities/usage/home-keys';
import { aClick } from '@/test/fixtures/clicks';
import { aLink } from '@/test/fixtures/links';
import { applyClicks, countInHours, countInSeries, mergeFeed } from './apply-clicks';
import { clickKeys, FEED_SIZE } from './click.queries';

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
      points: [point('2026-11-19T00:00:00Z'), point('2026-11-20T00:00:00Z')],
    };
    const grown = countInSeries(series, [aClick(), aClick({ at: '2026-11-19T23:59:00Z' })]);
    expect(grown.points.map((p) => p.clicks)).toEqual([1, 2]);
  });
  it('grow in the hour of the viewer', () => {
    const { weekday, hour } = zonedHour('2026-11-20T18:05:00Z');
    const heat = {
      cells: [
        { weekday, hour, clicks: 1 },
        { weekday: (weekday % 7) + 1, hour, clicks: 1 },
      ],
    };
    expect(countInHours(heat, [aClick()]).cells.map((cell) => cell.clicks)).toEqual([2, 1]);
  });
  it('know hours of other zones', () => {
    expect(zonedHour('2026-11-20T23:30:00Z', 'Asia/Tokyo')).toEqual({ weekday: 6, hour: 8 });
    expect(zonedHour('2026-11-23T00:30:00Z', 'UTC')).toEqual({ weekday: 1, hour: 0 });
  });
});

describe('the period before', () => {
  it.each([
    ['2026-11-01T00:00:00Z', 30, 'day', '2026-10-02T00:00:00.000Z'],
    ['2026-11-20T10:00:00Z', 24, 'hour', '2026-11-19T10:00:00.000Z'],
    ['2026-01-01T00:00:00Z', 12, 'month', '2025-01-01T00:00:00.000Z'],
  ] as const)('of %s, %d buckets by %s', (start, count, by, before) =>
    expect(startBefore(start, count, by)).toBe(before),
  );
  it('has no change in percent when it was empty', () => {
    expect(changeOf(5, 0)).toBeNull();
    expect(changeOf(15, 10)).toBe(50);
  });
});

describe('clicks that arrive', () => {
  let queries: QueryClient;
  beforeEach(() => {
    queries = new QueryClient();
    queries.setQueryData(homeKeys.totalClicks, { totalClicks: 10, trend: 1 });
    queries.setQueryData(clickKeys.recent(undefined), []);
    queries.setQueryData(clickKeys.recent('lnk_other'), []);
    queries.setQueryData(linkKeys.detail('lnk_launch'), aLink({ clickCount: 3 }));
    queries.setQueryData(analyticsKeys.count({ interval: '30d' }), { clicks: 5, uniques: 5, bots: 0, previous: null });
    queries.setQueryData(analyticsKeys.count({ interval: '30d', linkId: 'lnk_other' }), { clicks: 1 });
  });

  it('let every figure on the screen grow, those of other links not', () => {
    applyClicks(queries, [aClick(), aClick({ at: '2026-11-20T18:06:00Z' })]);
    expect(queries.getQueryData(homeKeys.totalClicks)).toEqual({ totalClicks: 12, trend: 1 });
    expect(queries.getQueryData(clickKeys.recent(undefined))).toHaveLength(2);
    expect(queries.getQueryData(clickKeys.recent('lnk_other'))).toHaveLength(0);
    expect(queries.getQueryData(linkKeys.detail('lnk_launch'))).toMatchObject({
      clickCount: 5,
      lastClickedAt: '2026-11-20T18:06:00Z',
    });
    expect(queries.getQueryData(analyticsKeys.count({ interval: '30d' }))).toMatchObject({ clicks: 7 });
    expect(queries.getQueryData(analyticsKeys.count({ interval: '30d', linkId: 'lnk_other' }))).toEqual({ clicks: 1 });
  });

  it('count for nothing when they are bots', () => {
    applyClicks(queries, [aClick({ bot: true })]);
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
