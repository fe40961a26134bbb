import { expect, it } from 'vitest';
import { zonedHour } from './time-zone';

it('returns the weekday and hour in another zone', () => {
  expect(zonedHour('2026-11-20T23:30:00Z', 'Asia/Tokyo')).toEqual({ weekday: 6, hour: 8 });
  expect(zonedHour('2026-11-23T00:30:00Z', 'UTC')).toEqual({ weekday: 1, hour: 0 });
});
