import type { HeatPlace } from '@/shared/charts/heat-totals';
import { type Filters, isEmpty, keeps, toggled } from './filters';

/** The filters that are not of the time. */
export function timeless({ weekday, hour, ...others }: Filters): Filters {
  return others;
}

/** Tells which hours of the week are kept; nothing where all are. */
export function keptHours({ weekday, hour }: Filters): ((place: HeatPlace) => boolean) | undefined {
  if (isEmpty(weekday) && isEmpty(hour)) return undefined;
  return (place) => keeps(weekday, String(place.weekday)) && keeps(hour, String(place.hour));
}

/**
 * The filters with a place of the week chosen: one hour of one day alone, or a whole day or an hour of all days beside
 * those that are chosen already. Chosen once more it is dropped.
 */
export function withPlace(filters: Filters, { weekday, hour }: Partial<HeatPlace>): Filters {
  if (weekday === undefined) return hour === undefined ? filters : toggled(filters, 'hour', String(hour), 'is');
  if (hour === undefined) return toggled(filters, 'weekday', String(weekday), 'is');
  const named = { weekday: { is: [String(weekday)], not: [] }, hour: { is: [String(hour)], not: [] } };
  const again = JSON.stringify([filters.weekday, filters.hour]) === JSON.stringify([named.weekday, named.hour]);
  return again ? timeless(filters) : { ...filters, ...named };
}
