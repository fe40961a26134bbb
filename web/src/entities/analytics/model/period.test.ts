import { describe, expect, it } from 'vitest';
import {
  allowedGranularities,
  comparisonSpan,
  defaultGranularity,
  type Period,
  resolvePeriod,
  shiftPeriod,
} from './period';

const BERLIN = 'Europe/Berlin';
/** A Friday, 11:30 in Berlin. */
const NOW = Date.parse('2026-11-20T10:30:00Z');
const iso = (moment: number | null) =>
  moment === null ? null : new Date(moment).toISOString().replace(':00.000Z', 'Z');

describe('periods', () => {
  it.each([
    [{ name: 'today' }, '2026-11-19T23:00Z', null],
    [{ name: 'yesterday' }, '2026-11-18T23:00Z', '2026-11-19T23:00Z'],
    [{ name: '24h' }, '2026-11-19T11:00Z', null],
    [{ name: '28d' }, '2026-10-23T22:00Z', null], // in summer time
    [{ name: 'mtd' }, '2026-10-31T23:00Z', null],
    [{ name: 'qtd' }, '2026-09-30T22:00Z', null],
    [{ name: 'ytd' }, '2025-12-31T23:00Z', null],
    [{ name: '12mo' }, '2025-11-30T23:00Z', null],
    [{ name: 'all' }, null, null],
    [{ name: 'custom', from: '2026-10-25', to: '2026-10-25' }, '2026-10-24T22:00Z', '2026-10-25T23:00Z'],
    [{ name: 'custom', from: '2026-11-01', to: '2026-11-30' }, '2026-10-31T23:00Z', null],
    [{ name: 'custom', from: '2026-11-18T09:00', to: '2026-11-18T15:00' }, '2026-11-18T08:00Z', '2026-11-18T14:00Z'],
  ] as [Period, string | null, string | null][])('%o', (period, start, end) => {
    const span = resolvePeriod(period, NOW, BERLIN);
    expect([iso(span.start), iso(span.end)]).toEqual([start, end]);
  });
});

describe('the period before and after', () => {
  it.each([
    [{ name: 'today' }, -1, { name: 'yesterday' }],
    [{ name: 'yesterday' }, -1, { name: 'custom', from: '2026-11-18', to: '2026-11-18' }],
    [{ name: 'yesterday' }, 1, { name: 'today' }],
    [{ name: '7d' }, -1, { name: 'custom', from: '2026-11-07', to: '2026-11-13' }],
    [{ name: 'custom', from: '2026-11-07', to: '2026-11-13' }, 1, { name: '7d' }],
    [{ name: '28d' }, -1, { name: 'custom', from: '2026-09-26', to: '2026-10-23' }],
    [{ name: 'mtd' }, -1, { name: 'custom', from: '2026-10-01', to: '2026-10-31' }],
    [
      { name: 'custom', from: '2026-10-01', to: '2026-10-31' },
      -1,
      { name: 'custom', from: '2026-09-01', to: '2026-09-30' },
    ],
    [{ name: 'custom', from: '2026-10-01', to: '2026-10-31' }, 1, { name: 'mtd' }],
    [{ name: 'ytd' }, -1, { name: 'custom', from: '2025-01-01', to: '2025-12-31' }],
    // Over the night in which clocks change: still seven whole days.
    [
      { name: 'custom', from: '2026-10-24', to: '2026-10-30' },
      -1,
      { name: 'custom', from: '2026-10-17', to: '2026-10-23' },
    ],
    [
      { name: 'custom', from: '2026-11-18T09:00', to: '2026-11-18T15:00' },
      1,
      { name: 'custom', from: '2026-11-18T15:00', to: '2026-11-18T21:00' },
    ],
    [{ name: 'today' }, 1, null],
    [{ name: 'all' }, -1, null],
  ] as [Period, 1 | -1, Period | null][])('of %o by %d', (period, by, expected) => {
    expect(shiftPeriod(period, by, NOW, BERLIN)).toEqual(expected);
  });
});

describe('what a period is compared with', () => {
  const compared = (period: Period, comparison: Parameters<typeof comparisonSpan>[1], now = NOW) => {
    const found = comparisonSpan(resolvePeriod(period, now, BERLIN), comparison, now, BERLIN);
    return found && [iso(found.start), iso(found.end)];
  };
  it('ends at the same point as the current one', () => {
    expect(compared({ name: 'today' }, 'previous')).toEqual(['2026-11-18T23:00Z', '2026-11-19T10:30Z']);
    expect(compared({ name: 'mtd' }, 'previous')).toEqual(['2026-09-30T22:00Z', '2026-10-20T09:30Z']);
  });
  it('goes by the clock on the wall where clocks change between them', () => {
    expect(compared({ name: '28d' }, 'previous')).toEqual(['2026-09-25T22:00Z', '2026-10-23T09:30Z']);
  });
  it('can be the previous year, a custom range, or none', () => {
    expect(compared({ name: 'yesterday' }, 'year')).toEqual(['2025-11-18T23:00Z', '2025-11-19T23:00Z']);
    expect(compared({ name: '7d' }, { from: '2026-03-01', to: '2026-03-07' })).toEqual([
      '2026-02-28T23:00Z',
      '2026-03-07T23:00Z',
    ]);
    expect(compared({ name: '7d' }, 'off')).toBeNull();
    expect(compared({ name: 'all' }, 'previous')).toBeNull();
  });
  it('of the last of March is the end of February', () => {
    expect(compared({ name: 'mtd' }, 'previous', Date.parse('2026-03-31T10:00:00Z'))).toEqual([
      '2026-01-31T23:00Z',
      '2026-02-28T11:00Z',
    ]);
  });
});

describe('granularities', () => {
  const days = (count: number) => count * 86_400_000;
  it.each([
    [0.1, 'minute'],
    [1, 'hour'],
    [7, 'day'],
    [91, 'day'],
    [365, 'month'],
  ])('%d days by %s', (length, best) => {
    expect(defaultGranularity(days(length))).toBe(best);
    expect(allowedGranularities(days(length))).toContain(best);
  });
  it('omit invalid values', () => {
    expect(allowedGranularities(days(28))).toEqual(['hour', 'day', 'week']);
  });
});
