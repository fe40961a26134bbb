import type { TimeSeries } from '@/entities/analytics/analytics.types';
import { type Click, FEED_SIZE } from './click.types';

/** A feed with new clicks on top, newest first, at most FEED_SIZE. */
export function addToFeed<Feed extends { items: Click[] }>(feed: Feed, arrived: readonly Click[]): Feed {
  if (arrived.length === 0) return feed;
  return { ...feed, items: [...arrived.toReversed(), ...feed.items].slice(0, FEED_SIZE) };
}

const MINUTE = 60_000;

/** A series with clicks added to their minutes. A minute that began after the answer gets a new point. */
export function addClicksToMinutes(series: TimeSeries, clicks: readonly Click[]): TimeSeries {
  if (clicks.length === 0) return series;
  const points = [...series.points];
  for (const click of clicks) {
    const minute = Math.floor(Date.parse(click.at) / MINUTE) * MINUTE;
    const index = points.findIndex((point) => Date.parse(point.start) === minute);
    const point = points[index];
    if (point) points[index] = { ...point, clicks: point.clicks + 1 };
    else points.push({ start: new Date(minute).toISOString(), clicks: 1, uniques: 1 });
  }
  return { ...series, points };
}
