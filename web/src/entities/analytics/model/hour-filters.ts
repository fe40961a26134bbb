import type { HourSlot } from '@/shared/charts/heat-totals';
import { type Filters, filterSide, includesValue, isEmpty, toggleValue } from './filters';

/** The filters without weekdays and hours. */
export function withoutHours({ weekday, hour, ...others }: Filters): Filters {
  return others;
}

/** A predicate of the included hours of the week; undefined without such filters. */
export function hourPredicate({ weekday, hour }: Filters): ((place: HourSlot) => boolean) | undefined {
  if (isEmpty(weekday) && isEmpty(hour)) return undefined;
  return (place) => includesValue(weekday, String(place.weekday)) && includesValue(hour, String(place.hour));
}

const only = ({ weekday, hour }: HourSlot): Filters => ({
  weekday: { is: [String(weekday)], not: [] },
  hour: { is: [String(hour)], not: [] },
});

/** Whether an hour, a weekday or a slot is the current selection, which selecting again removes. */
export function isHourSelected(filters: Filters, { weekday, hour }: Partial<HourSlot>): boolean {
  if (weekday === undefined) return filterSide(filters, 'hour', String(hour)) === 'is';
  if (hour === undefined) return filterSide(filters, 'weekday', String(weekday)) === 'is';
  const slot = only({ weekday, hour });
  return JSON.stringify([filters.weekday, filters.hour]) === JSON.stringify([slot.weekday, slot.hour]);
}

/**
 * The filters with a selection toggled. One hour of one day replaces the selection; a whole day, or an hour of all days,
 * is added to it.
 */
export function toggleHours(filters: Filters, { weekday, hour }: Partial<HourSlot>): Filters {
  if (weekday === undefined) return hour === undefined ? filters : toggleValue(filters, 'hour', String(hour), 'is');
  if (hour === undefined) return toggleValue(filters, 'weekday', String(weekday), 'is');
  return isHourSelected(filters, { weekday, hour })
    ? withoutHours(filters)
    : { ...filters, ...only({ weekday, hour }) };
}
