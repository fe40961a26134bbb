import type { Granularity } from '@/shared/charts/buckets';
import { isDay, isZone } from '@/shared/lib/zoned';
import {
  DIMENSION_NAMES,
  type Dimension,
  FILTER_DIMENSION_NAMES,
  FILTER_DIMENSIONS,
  type FilterParam,
} from './dimensions';
import { type Filters, filterSearchValue, readFilters } from './filters';
import { type Comparison, PERIODS, type Period } from './period';

export type Traffic = 'human' | 'bot' | 'all';
/** By what the map is colored: by how many clicked, or by how many of each million people did. */
export type MapBy = 'clicks' | 'head';
export type Kpi = 'clicks' | 'uniques' | 'scans' | 'bots';

/** What a screen of figures shows. It lives in the URL and nowhere else; what equals its default is left out of it. */
export interface ReportState {
  period: Period;
  compare: Comparison;
  /** Chosen automatically for the period when absent. */
  granularity?: Granularity;
  traffic: Traffic;
  filters: Filters;
  /** What the chart draws. */
  kpi: Kpi;
  map: MapBy;
  /** An IANA name instead of the workspace's zone. */
  zone?: string;
  /** Grows as clicks arrive. */
  live: boolean;
  /** The open tab of each group of lists. */
  tabs: Partial<Record<ListGroup, Dimension>>;
  /** The list that is shown whole. */
  all?: Dimension;
}

/** The groups of lists, each with its tabs. */
export const LIST_GROUPS = {
  // check-texts: not shown
  what: ['link', 'tag', 'folder', 'domain'],
  sources: ['referrer', 'referrerUrl', 'utmSource', 'utmMedium', 'utmCampaign', 'utmTerm', 'utmContent'],
  places: ['country', 'region', 'city', 'continent', 'language'],
  tech: ['device', 'browser', 'os', 'inAppBrowser'],
  ways: ['rule', 'variant', 'url', 'trigger', 'qrCode'],
  visits: ['outcome', 'botReason'],
} as const satisfies Record<string, readonly Dimension[]>;

export type ListGroup = keyof typeof LIST_GROUPS;
const GROUP_NAMES = Object.keys(LIST_GROUPS) as ListGroup[];

/** The state as the URL spells it. */
export type ReportSearch = {
  interval?: string;
  from?: string;
  to?: string;
  compare?: string;
  by?: string;
  traffic?: string;
  kpi?: string;
  map?: string;
  zone?: string;
  live?: boolean;
  all?: string;
} & Partial<Record<ListGroup, string>> &
  Partial<Record<FilterParam, string | number>>;

const GRANULARITIES = ['minute', 'hour', 'day', 'week', 'month'] as const;

const oneOf = <T extends string>(value: unknown, allowed: readonly T[]) => allowed.find((known) => known === value);
const WALL = /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d$/;
const isTime = (text: string) => isDay(text) || isDay(WALL.exec(text)?.[1] ?? '');
// The router reads "2026" as a number and gives it so.
const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

function readPeriod(search: ReportSearch): Period {
  const [from, to] = [textOf(search.from), textOf(search.to)];
  if (isTime(from) && isTime(to) && from <= to) return { name: 'custom', from, to };
  const known = search.interval === '90d' ? '91d' : search.interval;
  return { name: PERIODS.find(({ name }) => name === known)?.name ?? '28d' };
}

function readComparison(text: unknown): Comparison {
  const [from = '', to = ''] = textOf(text).split('..');
  if (isDay(from) && isDay(to) && from <= to) return { from, to };
  return oneOf(text, ['year', 'off'] as const) ?? 'previous';
}

/** The state that a search stands for; nonsense in it is forgiven. */
export function readReport(search: ReportSearch): ReportState {
  const tabs: ReportState['tabs'] = {};
  for (const group of GROUP_NAMES) {
    const tab = oneOf<Dimension>(search[group], LIST_GROUPS[group]);
    if (tab) tabs[group] = tab;
  }
  const zone = textOf(search.zone);
  return {
    period: readPeriod(search),
    compare: readComparison(search.compare),
    granularity: oneOf(search.by, GRANULARITIES),
    traffic: oneOf(search.traffic, ['bot', 'all'] as const) ?? 'human',
    filters: readFilters(FILTER_DIMENSION_NAMES, (name) => textOf(search[name])),
    kpi: oneOf(search.kpi, ['uniques', 'scans', 'bots'] as const) ?? 'clicks',
    map: oneOf(search.map, ['head'] as const) ?? 'clicks',
    zone: zone && isZone(zone) ? zone : undefined,
    live: search.live !== false,
    tabs,
    all: oneOf(search.all, DIMENSION_NAMES),
  };
}

/** The search that stands for a state; what equals its default is undefined. */
export function writeReport(state: ReportState): ReportSearch {
  const { period, compare, granularity, traffic, filters, kpi, map, zone, live, tabs, all } = state;
  const search: ReportSearch = {
    interval: period.name === '28d' || period.name === 'custom' ? undefined : period.name,
    from: period.from,
    to: period.to,
    compare:
      typeof compare === 'object' ? `${compare.from}..${compare.to}` : compare === 'previous' ? undefined : compare,
    by: granularity,
    traffic: traffic === 'human' ? undefined : traffic,
    kpi: kpi === 'clicks' ? undefined : kpi,
    map: map === 'clicks' ? undefined : map,
    zone,
    live: live ? undefined : false,
    all,
  };
  for (const group of GROUP_NAMES) search[group] = tabs[group];
  for (const dimension of FILTER_DIMENSION_NAMES) {
    const filter = filters[dimension];
    search[FILTER_DIMENSIONS[dimension].filter] = filter && filterSearchValue(filter);
  }
  return search;
}
