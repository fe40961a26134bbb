import { describe, expect, it } from 'vitest';
import type { Filters } from './filters';
import { hourPredicate, toggleHours, withoutHours } from './hour-filters';

const DE: Filters = { country: { is: ['DE'], not: [] } };
const TUESDAY: Filters = { ...DE, weekday: { is: ['2'], not: [] } };
const SLOT: Filters = { ...TUESDAY, hour: { is: ['18'], not: [] } };

describe('a place of the week', () => {
  it.each([
    ['an hour of a day', DE, { weekday: 2, hour: 18 }, SLOT],
    ['the same hour again', SLOT, { weekday: 2, hour: 18 }, DE],
    [
      'another hour instead',
      SLOT,
      { weekday: 7, hour: 0 },
      { ...DE, weekday: { is: ['7'], not: [] }, hour: { is: ['0'], not: [] } },
    ],
    ['a day', DE, { weekday: 2 }, TUESDAY],
    ['the same day again', TUESDAY, { weekday: 2 }, DE],
    ['another hour beside', SLOT, { hour: 19 }, { ...TUESDAY, hour: { is: ['18', '19'], not: [] } }],
    [
      'a day that was left out',
      { weekday: { is: [], not: ['2'] } },
      { weekday: 2 },
      { weekday: { is: ['2'], not: [] } },
    ],
  ] as const)('%s', (_, filters, place, want) => expect(toggleHours(filters as Filters, place)).toEqual(want));

  it('is kept or not', () => {
    expect(hourPredicate(DE)).toBeUndefined();
    expect(hourPredicate(TUESDAY)?.({ weekday: 2, hour: 3 })).toBe(true);
    expect(hourPredicate(SLOT)?.({ weekday: 2, hour: 3 })).toBe(false);
    expect(hourPredicate({ hour: { is: [], not: ['3'] } })?.({ weekday: 2, hour: 3 })).toBe(false);
    expect(withoutHours(SLOT)).toEqual(DE);
  });
});
