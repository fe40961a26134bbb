import type { components } from '@/shared/api/schema';
import { zonedHour } from '@/shared/lib/time-zone';
import type { FilterDimension } from '../model/dimensions';
import type { Filters } from '../model/filters';
import type { Traffic } from '../model/report-search';

export type Click = components['schemas']['Click'];

/** The dimensions that a click on the stream carries. The others are known to the server only. */
const VALUES: Partial<Record<FilterDimension, (click: Click, zone?: string) => string | null>> = {
  link: (click) => click.linkId,
  domain: (click) => click.domain,
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
  qrCode: (click) => click.qrCodeId,
  outcome: (click) => click.outcome,
  botReason: (click) => click.botReason,
  weekday: (click, zone) => String(zonedHour(click.at, zone).weekday),
  hour: (click, zone) => String(zonedHour(click.at, zone).hour),
};

/**
 * A click's value in a dimension: '' for none, undefined when only the server knows it. Weekdays and hours are in `zone`,
 * by default the browser's.
 */
export function clickValue(click: Click, dimension: FilterDimension, zone?: string): string | undefined {
  const read = VALUES[dimension];
  return read && (read(click, zone) ?? '');
}

/** Groups of values; the server knows their members. */
const GROUPS: Partial<Record<FilterDimension, string>> = { country: 'EU', outcome: 'all' };

/** Whether a click matches filters; undefined when only the server can decide. */
export function matchesFilters(click: Click, filters: Filters, zone?: string): boolean | undefined {
  let certain = true;
  for (const [dimension, filter] of Object.entries(filters)) {
    const value = clickValue(click, dimension as FilterDimension, zone)?.toLowerCase();
    const values = [...filter.is, ...filter.not];
    if (value === undefined || values.some((name) => name === GROUPS[dimension as FilterDimension])) {
      certain = false;
      continue;
    }
    const includes = (list: readonly string[]) => list.some((other) => other.toLowerCase() === value);
    if (includes(filter.not) || (filter.is.length > 0 && !includes(filter.is))) return false;
  }
  return certain || undefined;
}

/** Whether a class of traffic includes a click. */
export function matchesTraffic(traffic: Traffic, click: Click): boolean {
  return traffic === 'all' || click.bot === (traffic === 'bot');
}

interface ClickFilter {
  traffic: Traffic;
  filters: Filters;
  zone?: string;
}

/** The clicks that certainly match. */
export function matchingClicks(clicks: readonly Click[], { traffic, filters, zone }: ClickFilter): Click[] {
  return clicks.filter((click) => matchesTraffic(traffic, click) && matchesFilters(click, filters, zone) === true);
}
