import { type Dimension, FILTERED, type Filtered } from '@/entities/analytics/dimensions';
import { type Filters, filterInUrl, readFilters } from '@/entities/analytics/filters';

/** The periods of a shared page. */
export const INTERVALS = [
  { value: '24h', label: '24 h' },
  { value: '7d', label: '7 days' },
  { value: '30d', label: '30 days' },
  { value: '90d', label: '90 days' },
  { value: '12mo', label: '12 months' },
] as const;

export type SharedInterval = (typeof INTERVALS)[number]['value'];

/** What a shared page lists; `link` only where it is about several. */
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

/** What a shared page is filtered by. */
export const SHARED_FILTERS: readonly Filtered[] = [...SHARED_DIMENSIONS, 'weekday', 'hour'];

/** What a visitor has chosen. It lives in the URL; what equals its default is left out of it. */
export interface SharedState {
  interval: SharedInterval;
  filters: Filters;
}

export type SharedSearch = { interval?: string } & Record<string, unknown>;

/** The state that a search stands for; nonsense in it is forgiven. */
export function readShared(search: SharedSearch): SharedState {
  const filters = readFilters(SHARED_FILTERS, (name) => String(search[name] ?? ''));
  return { interval: INTERVALS.find(({ value }) => value === search.interval)?.value ?? '30d', filters };
}

/** The search that stands for a state. */
export function writeShared({ interval, filters }: SharedState): SharedSearch {
  const search: SharedSearch = interval === '30d' ? {} : { interval };
  for (const dimension of SHARED_FILTERS) {
    const filter = filters[dimension];
    if (filter) search[FILTERED[dimension].filter] = filterInUrl(filter);
  }
  return search;
}
