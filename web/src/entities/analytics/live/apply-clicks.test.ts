import { describe, expect, it } from 'vitest';
import { zonedHour } from '@/shared/lib/time-zone';
import { aClick } from '@/test/fixtures/clicks';
import type { Filters } from '../model/filters';
import { addClicksToHeatmap, addClicksToSeries } from './apply-clicks';
import { matchesFilters } from './match-click';

describe('addClicksToSeries', () => {
  it('adds clicks to the open bucket only', () => {
    const point = (start: string) => ({ start, clicks: 1, uniques: 1 });
    const series = {
      granularity: 'day' as const,
      previous: null,
      points: [point('2026-11-19T00:00:00Z'), point('2026-11-20T00:00:00Z')],
    };
    const next = addClicksToSeries(series, [aClick(), aClick({ at: '2026-11-19T23:59:00Z' })]);
    expect(next.points.map((p) => p.clicks)).toEqual([1, 2]);
  });
});

describe('addClicksToHeatmap', () => {
  it("adds a click to its hour in the browser's zone", () => {
    const { weekday, hour } = zonedHour('2026-11-20T18:05:00Z');
    const heat = {
      cells: [
        { weekday, hour, clicks: 1 },
        { weekday: (weekday % 7) + 1, hour, clicks: 1 },
      ],
    };
    expect(addClicksToHeatmap(heat, [aClick()]).cells.map((cell) => cell.clicks)).toEqual([2, 1]);
  });
});

describe('matchesFilters', () => {
  it.each<[Filters, boolean | undefined]>([
    [{}, true],
    [{ country: { is: ['DE', 'PT'], not: [] } }, true],
    [{ country: { is: ['DE'], not: [] } }, false],
    [{ country: { is: [], not: ['PT'] } }, false],
    [{ browser: { is: ['safari'], not: [] }, city: { is: [], not: ['Porto'] } }, true],
    [{ referrer: { is: [''], not: [] } }, true],
    [{ outcome: { is: ['redirect'], not: [] } }, true],
    [{ outcome: { is: ['password'], not: [] } }, false],
    // Only the server can decide.
    [{ utmSource: { is: ['news'], not: [] } }, undefined],
    [{ country: { is: ['EU'], not: [] } }, undefined],
    [{ outcome: { is: ['all'], not: [] } }, undefined],
    [{ tag: { is: ['tag_1'], not: [] }, country: { is: ['DE'], not: [] } }, false],
  ])('%o', (filters, matches) => expect(matchesFilters(aClick(), filters)).toBe(matches));

  // The click is on Friday, 18:05 UTC.
  it.each<[string, Filters, boolean]>([
    ['UTC', { weekday: { is: ['5'], not: [] }, hour: { is: ['18'], not: [] } }, true],
    ['UTC', { hour: { is: [], not: ['18'] } }, false],
    ['Asia/Tokyo', { weekday: { is: ['5'], not: [] } }, false],
    ['Asia/Tokyo', { weekday: { is: ['6'], not: [] }, hour: { is: ['2', '3'], not: [] } }, true],
  ])('in %s, %o', (zone, filters, matches) => expect(matchesFilters(aClick(), filters, zone)).toBe(matches));
});
