import type { FilterDimension } from '@/entities/analytics/model/dimensions';
import type { Filters } from '@/entities/analytics/model/filters';
import type { Traffic } from '@/entities/analytics/model/report-search';
import { zonedHour } from '@/shared/lib/time-zone';
import type { Click } from './click.types';

/** What a click on the stream tells of its dimensions; of the others only the server knows. */
const VALUES: Partial<Record<FilterDimension, (click: Click, zone?: string) => string | null>> = {
  link: (click) => click.linkId,
  country: (click) => click.country,
  region: (click) => click.region,
  city: (click) => click.city,
  continent: (click) => click.continent,
  language: (click) => click.language,
  device: (click) => click.device,
  browser: (click) => click.browser,
  os: (click) => click.os,
  referrer: (click) => click.referrer,
  rule: (click) => click.ruleId,
  url: (click) => click.url,
  trigger: (click) => click.trigger,
  botReason: (click) => click.botReason,
  weekday: (click, zone) => String(zonedHour(click.at, zone).weekday),
  hour: (click, zone) => String(zonedHour(click.at, zone).hour),
};

/** A click's value in a dimension, '' for none; undefined where only the server knows it. Hours are those of a zone. */
export function clickValue(click: Click, dimension: FilterDimension, zone?: string): string | undefined {
  const read = VALUES[dimension];
  return read && (read(click, zone) ?? '');
}

/** A group of countries; which ones are in it is the server's to know. */
const GROUPS = new Set(['EU']);

/** Whether filters keep a click; undefined where only the server can tell. */
export function matchesFilters(click: Click, filters: Filters, zone?: string): boolean | undefined {
  let sure = true;
  for (const [dimension, filter] of Object.entries(filters)) {
    const value = clickValue(click, dimension as FilterDimension, zone)?.toLowerCase();
    const named = [...filter.is, ...filter.not];
    if (value === undefined || (dimension === 'country' && named.some((name) => GROUPS.has(name)))) {
      sure = false;
      continue;
    }
    const among = (values: readonly string[]) => values.some((other) => other.toLowerCase() === value);
    if (among(filter.not) || (filter.is.length > 0 && !among(filter.is))) return false;
  }
  return sure || undefined;
}

/** Whether a class of traffic counts a click. */
export function matchesTraffic(traffic: Traffic, click: Click): boolean {
  return traffic === 'all' || click.bot === (traffic === 'bot');
}
