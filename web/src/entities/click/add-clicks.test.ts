import { describe, expect, it } from 'vitest';
import { aClick } from '@/test/fixtures/clicks';
import { addClicksToMinutes, addToFeed } from './add-clicks';
import { FEED_SIZE } from './click.types';

describe('addToFeed', () => {
  it('puts new clicks first, newest on top', () => {
    const [a, b, c] = [aClick(), aClick(), aClick()];
    expect(addToFeed({ items: [a] }, [b, c]).items).toEqual([c, b, a]);
  });

  it('returns the same feed when no click is new', () => {
    const feed = { items: [aClick()] };
    expect(addToFeed(feed, [])).toBe(feed);
  });

  it('returns at most FEED_SIZE clicks', () => {
    const many = Array.from({ length: FEED_SIZE + 5 }, () => aClick());
    expect(addToFeed({ items: [] }, many).items).toHaveLength(FEED_SIZE);
  });
});

describe('addClicksToMinutes', () => {
  it('adds clicks to their minute and a point for a minute that began after the response', () => {
    const series = {
      granularity: 'minute' as const,
      previous: null,
      points: [{ start: '2026-11-20T18:05:00Z', clicks: 1, uniques: 1 }],
    };
    const next = addClicksToMinutes(series, [aClick(), aClick({ at: '2026-11-20T18:06:30Z' })]);
    expect(next.points.map((p) => [Date.parse(p.start), p.clicks])).toEqual([
      [Date.parse('2026-11-20T18:05:00Z'), 2],
      [Date.parse('2026-11-20T18:06:00Z'), 1],
    ]);
  });
});
