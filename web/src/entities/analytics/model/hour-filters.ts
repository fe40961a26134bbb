import type { HourSlot } from '@/shared/charts/heat-totals';
import { type Filters, filterSide, includesValue, isEmpty, toggleValue } from './filters';

/** The filters that are not of the time. */
export function withoutHours({ weekday, hour, ...others }: Filters): Filters {
  return others;
}

/** Tells which hours of the week are kept; nothing where all are. */
export function hourPredicate({ weekday, hour }: Filters): ((place: HourSlot) => boolean) | undefined {
  if (isEmpty(weekday) && isEmpty(hour)) return undefined;
  return (place) => includesValue(weekday, String(place.weekday)) && includesValue(hour, String(place.hour));
}

const only = ({ weekday, hour }: HourSlot): Filters => ({
  weekday: { is: [String(weekday)], not: [] },
  hour: { is: [String(hour)], not: [] },
});

/** Whether a place of the week is chosen by itself, so that choosing it once more drops it. */
export function isHourSelected(filters: Filters, { weekday, hour }: Partial<HourSlot>): boolean {
  if (weekday === undefined) return filterSide(filters, 'hour', String(hour)) === 'is';
  if (hour === undefined) return filterSide(filters, 'weekday', String(weekday)) === 'is';
  const named = only({ weekday, hour });
  return JSON.stringify([filters.weekday, filters.hour]) === JSON.stringify([named.weekday, named.hour]);
}

/**
 * The filters with a place of the week chosen: one hour of one day alone, or a whole day or an hour of all days beside
 * those that are chosen already. Chosen once more it is dropped.
 */
export function toggleHours(filters: Filters, { weekday, hour }: Partial<HourSlot>): Filters {
  if (weekday === undefined) return hour === undefined ? filters : toggleValue(filters, 'hour', String(hour), 'is');
  if (hour === undefined) return toggleValue(filters, 'weekday', String(weekday), 'is');
  return isHourSelected(filters, { weekday, hour })
    ? withoutHours(filters)
    : { ...filters, ...only({ weekday, hour }) };
}
