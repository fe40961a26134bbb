import type { Granularity } from '@/shared/charts/buckets';
import { t } from '@/shared/i18n/t';
import {
  addDays,
  addMonths,
  type Day,
  dayFrom,
  dayOf,
  daysBetween,
  momentOf,
  partsOf,
  startOfDay,
  wallTime,
} from '@/shared/lib/zoned';

/** The name of a period in the URL. Named periods end now; `custom` has explicit ends. */
export type PeriodName = (typeof PERIODS)[number]['name'] | 'custom';

/** The named periods in the order of the menu, with their shortcuts. */
export const PERIODS = [
  { name: 'today', label: t('Today'), key: 'd' },
  { name: 'yesterday', label: t('Yesterday'), key: 'e' },
  { name: '24h', label: t('Last 24 hours') },
  { name: '7d', label: t('Last 7 days'), key: 'w' },
  { name: '28d', label: t('Last 28 days'), key: 'f' },
  { name: '30d', label: t('Last 30 days') },
  { name: '91d', label: t('Last 91 days'), key: 'n' },
  { name: 'mtd', label: t('Month to date'), key: 'm' },
  { name: 'qtd', label: t('Quarter to date') },
  { name: 'ytd', label: t('Year to date'), key: 'y' },
  { name: '12mo', label: t('Last 12 months'), key: 'l' },
  { name: 'all', label: t('All time'), key: 'a' },
] as const;

/** A period in the URL. Only `custom` has `from` and `to`: days (`to` inclusive) or wall times (`to` exclusive). */
export interface Period {
  name: PeriodName;
  from?: string;
  to?: string;
}

/** A resolved period, in ms. */
export interface Span {
  /** Inclusive; null for all time, because only the server knows the first click. */
  start: number | null;
  /** Exclusive; null while the period is open. */
  end: number | null;
  /** The distance to the previous and next period. */
  step: { months: number } | { days: number } | { ms: number } | null;
}

const HOUR = 3_600_000;

const DAYS: Partial<Record<PeriodName, number>> = { today: 1, yesterday: 1, '7d': 7, '28d': 28, '30d': 30, '91d': 91 };

const isWall = (text: string) => text.includes('T');

/** "2026-11-20T18:00" in the zone, or the beginning of a day. */
export function parseWallTime(text: string, zone: string): number {
  if (!isWall(text)) return startOfDay(text, zone);
  const [day = '', time = ''] = text.split('T');
  const [hour, minute] = time.split(':').map(Number);
  return momentOf({ ...partsOf(day), hour, minute }, zone);
}

function customSpan({ from = '', to = '' }: Period, now: number, zone: string): Span {
  const start = parseWallTime(from, zone);
  if (isWall(from) || isWall(to)) {
    const end = parseWallTime(isWall(to) ? to : addDays(to, 1), zone);
    return { start, end: end > now ? null : end, step: { ms: end - start } };
  }
  const end = startOfDay(addDays(to, 1), zone);
  const whole = wholeMonths(from, to);
  return { start, end: end > now ? null : end, step: whole ? { months: whole } : { days: daysBetween(from, to) + 1 } };
}

/** The number of calendar months from one day to another; 0 unless they are whole months. */
function wholeMonths(from: Day, to: Day): number {
  const first = partsOf(from);
  const after = partsOf(addDays(to, 1));
  if (first.day !== 1 || after.day !== 1) return 0;
  return (after.year - first.year) * 12 + after.month - first.month;
}

/** Resolves a period in a zone. Days are calendar days, also when one has 23 or 25 hours. */
export function resolvePeriod(period: Period, now: number, zone: string): Span {
  const today = dayOf(now, zone);
  const { year, month } = partsOf(today);
  const from = (day: Day, step: Span['step']): Span => ({ start: startOfDay(day, zone), end: null, step });
  switch (period.name) {
    case 'custom':
      return customSpan(period, now, zone);
    case 'all':
      return { start: null, end: null, step: null };
    case 'yesterday':
      return {
        start: startOfDay(addDays(today, -1), zone),
        end: startOfDay(today, zone),
        step: { days: 1 },
      };
    case '24h':
      return { start: Math.floor(now / HOUR) * HOUR - 23 * HOUR, end: null, step: { ms: 24 * HOUR } };
    case 'mtd':
      return from(dayFrom({ year, month, day: 1 }), { months: 1 });
    case 'qtd':
      return from(dayFrom({ year, month: month - ((month - 1) % 3), day: 1 }), { months: 3 });
    case 'ytd':
      return from(dayFrom({ year, month: 1, day: 1 }), { months: 12 });
    case '12mo':
      return from(dayFrom({ year, month: month - 11, day: 1 }), { months: 12 });
    default: {
      const days = DAYS[period.name] ?? 28;
      return from(addDays(today, 1 - days), { days });
    }
  }
}

/** A time as in the URL of a custom period: "2026-11-20T18:00". */
export function formatWallTime(moment: number, zone: string): string {
  const { hour, minute, ...day } = wallTime(moment, zone);
  return `${dayFrom(day)}T${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

/** A time moved by a number of steps in wall time. */
function move(moment: number, step: NonNullable<Span['step']>, times: number, zone: string): number {
  if ('ms' in step) return moment + step.ms * times;
  const { hour, minute, second, ...parts } = wallTime(moment, zone);
  const day = dayFrom(parts);
  const to = 'months' in step ? addMonths(day, step.months * times) : addDays(day, step.days * times);
  return momentOf({ ...partsOf(to), hour, minute, second }, zone);
}

/** The previous (-1) or next (1) period: a named one if it matches, else a custom one; null in the future. */
export function shiftPeriod(period: Period, by: 1 | -1, now: number, zone: string): Period | null {
  const { start, end, step } = resolvePeriod(period, now, zone);
  if (start === null || step === null || (by === 1 && end === null)) return null;
  const from = move(start, step, by, zone);
  const to = move(start, step, by + 1, zone);
  if (from > now) return null;
  if ('ms' in step) return { name: 'custom', from: formatWallTime(from, zone), to: formatWallTime(to, zone) };
  const named = PERIODS.find(({ name }) => {
    const span = resolvePeriod({ name }, now, zone);
    const alike = span.start === from && JSON.stringify(span.step) === JSON.stringify(step);
    return alike && endOf(span, now) >= Math.min(to, now);
  });
  if (named) return { name: named.name };
  return { name: 'custom', from: dayOf(from, zone), to: addDays(dayOf(to, zone), -1) };
}

const endOf = (span: Span, now: number) => span.end ?? now;

export type Comparison = 'previous' | 'year' | 'off' | { from: Day; to: Day };

/** The comparison of a span, as long as the span is so far; null without one. */
export function comparisonSpan(span: Span, comparison: Comparison, now: number, zone: string) {
  if (comparison === 'off') return null;
  if (typeof comparison === 'object') {
    return { start: startOfDay(comparison.from, zone), end: startOfDay(addDays(comparison.to, 1), zone) };
  }
  if (span.start === null || span.step === null) return null;
  const step = comparison === 'year' ? { months: 12 } : span.step;
  return { start: move(span.start, step, -1, zone), end: move(endOf(span, now), step, -1, zone) };
}

const GRANULARITIES = ['minute', 'hour', 'day', 'week', 'month'] as const;

/** The granularities with a readable number of buckets for a length in ms. */
export function allowedGranularities(length: number): Granularity[] {
  const days = length / (24 * HOUR);
  const fits: Record<Granularity, boolean> = {
    minute: days <= 0.5,
    hour: days <= 31,
    day: days > 1.5 && days <= 1000,
    week: days > 13,
    month: days > 58,
  };
  return GRANULARITIES.filter((granularity) => fits[granularity]);
}

/** The default granularity for a length in ms. */
export function defaultGranularity(length: number): Granularity {
  const days = length / (24 * HOUR);
  if (days <= 0.13) return 'minute';
  if (days <= 3) return 'hour';
  return days <= 120 ? 'day' : 'month';
}
