import { type Dimension, FILTER_DIMENSIONS, type FilterDimension } from '@/entities/analytics/model/dimensions';
import { type Filters, filterSearchValue, readFilters } from '@/entities/analytics/model/filters';
import type { components } from '@/shared/api/schema';
import { numberFormat } from '@/shared/i18n/message';
import { t } from '@/shared/i18n/t';

export type Selection = components['schemas']['ShareSelection'];

/** "7 days", "24 hr", as the language writes it. */
function duration(count: number, unit: 'hour' | 'day' | 'month'): string {
  return numberFormat({ style: 'unit', unit, unitDisplay: unit === 'hour' ? 'short' : 'long' }).format(count);
}

/** The periods of a page that have a length, as the language writes it. */
const ROLLING: Record<string, string> = {
  '24h': duration(24, 'hour'),
  '7d': duration(7, 'day'),
  '28d': duration(28, 'day'),
  '30d': duration(30, 'day'),
  '90d': duration(90, 'day'),
  '91d': duration(91, 'day'),
  '12mo': duration(12, 'month'),
};

/** The periods that a visitor can select. */
export const INTERVALS = [
  { value: '24h', label: duration(24, 'hour') },
  { value: '7d', label: duration(7, 'day') },
  { value: '30d', label: duration(30, 'day') },
  { value: '90d', label: duration(90, 'day') },
  { value: '12mo', label: duration(12, 'month') },
] as const;

export type SharedInterval = (typeof INTERVALS)[number]['value'];

/** The dimensions of a shared page; `link` only when the page has several links. */
export const SHARED_DIMENSIONS = [
  'link',
  'country',
  'city',
  'referrer',
  'device',
  'browser',
  'os',
  'language',
  'trigger',
  'utmSource',
  'utmMedium',
  'utmCampaign',
] as const satisfies readonly Dimension[];

/** The dimensions that a visitor can filter by. */
export const SHARED_FILTERS: readonly FilterDimension[] = [...SHARED_DIMENSIONS, 'weekday', 'hour'];

/** The visitor's selection. It is stored in the URL, without default values. */
export interface SharedState {
  /** Undefined for the page's own period. */
  interval?: SharedInterval;
  filters: Filters;
}

/** The lengths of the rolling periods in days; of 12 months the shortest. */
const DAYS: Record<string, number> = {
  today: 1,
  '24h': 1,
  '7d': 7,
  '28d': 28,
  '30d': 30,
  '90d': 90,
  '91d': 91,
  '12mo': 334,
};

/** The value of the page's own period. A toggle group treats '' as "nothing selected". */
export const OWN_PERIOD = 'own';

export interface PeriodOption {
  value: SharedInterval | typeof OWN_PERIOD;
  label: string;
}

/** The page's own period and shorter ones, or all periods when the page sets none. */
export function periodOptions({ interval, start }: Selection): PeriodOption[] {
  if (!interval && !start) return [...INTERVALS];
  const own = ROLLING[interval ?? ''];
  const days = interval === 'all' ? Number.POSITIVE_INFINITY : (DAYS[interval ?? ''] ?? 0);
  const shorter = INTERVALS.filter(({ value }) => (DAYS[value] ?? 0) < days).toReversed();
  return shorter.length > 0 ? [{ value: OWN_PERIOD, label: own ?? t('Entire period') }, ...shorter] : [];
}

export type SharedSearch = { interval?: string } & Record<string, unknown>;

/** Parses a URL's search. Invalid values are ignored. */
export function readShared(search: SharedSearch): SharedState {
  const filters = readFilters(SHARED_FILTERS, (name) => String(search[name] ?? ''));
  return { interval: INTERVALS.find(({ value }) => value === search.interval)?.value, filters };
}

/** Serializes a state as a URL's search. */
export function writeShared({ interval, filters }: SharedState): SharedSearch {
  const search: SharedSearch = interval ? { interval } : {};
  for (const dimension of SHARED_FILTERS) {
    const filter = filters[dimension];
    if (filter) search[FILTER_DIMENSIONS[dimension].filter] = filterSearchValue(filter);
  }
  return search;
}
