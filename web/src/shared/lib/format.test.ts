import { describe, expect, it } from 'vitest';
import { formatAgo, formatCompact, formatCount, formatDate, formatShare, formatTrend, plural } from './format';

describe('figures', () => {
  it('AC-172: separates thousands', () =>
    expect([0, 999, 12_480, 1_234_567].map(formatCount)).toEqual(['0', '999', '12,480', '1,234,567']));
  it('shortens large ones', () => expect([999, 12_480, 2_000_000].map(formatCompact)).toEqual(['999', '12.5K', '2M']));
  it('AC-173: signs a trend', () =>
    expect([12, 0, -3, 1200, 0.4].map(formatTrend)).toEqual(['+12%', '+0%', '−3%', '+1,200%', '+0%']));
  it('gives small shares a decimal', () =>
    expect([0, 0.0001, 0.025, 0.5, 1].map(formatShare)).toEqual(['0%', '<0.1%', '2.5%', '50%', '100%']));

  it('shares that round to 10% like 10%, and never to 100%', () =>
    expect([0.0996, 0.1, 0.994, 0.9951, 0.99996].map(formatShare)).toEqual(['10%', '10%', '99%', '99.5%', '99.9%']));
  it('uses the singular for one', () =>
    expect([plural(1, 'link'), plural(0, 'link'), plural(1200, 'link')]).toEqual(['1 link', '0 links', '1,200 links']));
});

describe('times', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  it.each([
    ['2026-11-20T11:59:58Z', 'now'],
    ['2026-11-20T12:00:30Z', 'now'],
    ['2026-11-20T11:59:20Z', '40 s ago'],
    ['2026-11-20T11:57:00Z', '3m ago'],
    ['2026-11-20T09:00:00Z', '3h ago'],
    ['2026-11-19T11:00:00Z', 'yesterday'],
    ['2026-11-15T12:00:00Z', '5d ago'],
  ])('%s was %s', (time, words) => expect(formatAgo(time, now)).toBe(words));

  it('names a day in the asked zone', () => {
    expect(formatDate('2026-11-20T23:30:00Z', 'UTC')).toBe('20 Nov 2026');
    expect(formatDate('2026-11-20T23:30:00Z', 'Asia/Tokyo')).toBe('21 Nov 2026');
  });
});
