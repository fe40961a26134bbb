import { describe, expect, it } from 'vitest';
import { addDays, addMonths, dayOf, daysBetween, isDay, isZone, momentOf, startOfDay, wallTime } from './zoned';

const iso = (moment: number) => new Date(moment).toISOString();

describe('the days of a zone', () => {
  it.each([
    ['2026-11-20', 'UTC', '2026-11-20T00:00:00.000Z'],
    ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
    ['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00:00.000Z'],
    ['2026-10-26', 'Europe/Berlin', '2026-10-25T23:00:00.000Z'],
    ['2026-11-20', 'Asia/Kathmandu', '2026-11-19T18:15:00.000Z'],
    // Clocks jump from midnight to one: the day begins at one.
    ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
    // Midnight comes twice: the day begins with the first one.
    ['2026-11-01', 'America/Havana', '2026-11-01T04:00:00.000Z'],
  ])('%s in %s begins at %s', (day, zone, start) => {
    expect(iso(startOfDay(day, zone))).toBe(start);
    expect(dayOf(startOfDay(day, zone), zone)).toBe(day);
    expect(dayOf(startOfDay(day, zone) - 1, zone)).toBe(addDays(day, -1));
  });

  it('have 23 and 25 hours where clocks change', () => {
    const hours = (day: string) =>
      (startOfDay(addDays(day, 1), 'Europe/Berlin') - startOfDay(day, 'Europe/Berlin')) / 3_600_000;
    expect(['2026-03-29', '2026-06-01', '2026-10-25'].map(hours)).toEqual([23, 24, 25]);
  });
});

describe('times on the wall', () => {
  it('that occur twice are the first of both', () => {
    expect(iso(momentOf({ year: 2026, month: 10, day: 25, hour: 2, minute: 30 }, 'Europe/Berlin'))).toBe(
      '2026-10-25T00:30:00.000Z',
    );
  });
  it('that are skipped are moved past the change', () => {
    expect(iso(momentOf({ year: 2026, month: 3, day: 29, hour: 2, minute: 30 }, 'Europe/Berlin'))).toBe(
      '2026-03-29T01:30:00.000Z',
    );
  });
  it('are read back', () => {
    expect(wallTime(Date.parse('2026-11-20T23:05:09Z'), 'Asia/Tokyo')).toEqual({
      year: 2026,
      month: 11,
      day: 21,
      hour: 8,
      minute: 5,
      second: 9,
    });
  });
});

describe('the calendar', () => {
  it('adds days and months', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
    expect(addMonths('2028-02-29', -12)).toBe('2027-02-28');
    expect(daysBetween('2026-03-01', '2026-04-01')).toBe(31);
  });
  it('validates days and time zones', () => {
    expect(['2026-02-28', '2026-02-29', '26-1-1', '1066-10-14', ''].map(isDay)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
    expect(['Europe/Berlin', 'Mars/Base'].map(isZone)).toEqual([true, false]);
  });
});
