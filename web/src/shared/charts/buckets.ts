import { t } from '@/shared/i18n/t';
import { dateFormat } from '@/shared/lib/intl';

export type Granularity = 'minute' | 'hour' | 'day' | 'week' | 'month';

export interface Point {
  /** Start of the bucket, RFC 3339. */
  start: string;
  clicks: number;
  /** Clicks that another shortener counted before the import; they are not in `clicks`. */
  imported?: number;
}

const LENGTH: Record<Granularity, number> = {
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
  month: 2_678_400_000,
};

/** Reports whether `now` is in the bucket. */
export function isCurrentBucket(start: string, granularity: Granularity, now: Date = new Date()): boolean {
  const from = new Date(start).getTime();
  return from <= now.getTime() && now.getTime() < from + LENGTH[granularity];
}

const format = (time: string, options: Intl.DateTimeFormatOptions, timeZone?: string) =>
  dateFormat(options, timeZone).format(new Date(time)).replace(',', '');

/** Formats a bucket: "Fri 13 Nov", "Fri 13 Nov, 14:00", "Week of 9 Nov", "November 2026". */
export function bucketTitle(start: string, granularity: Granularity, timeZone?: string): string {
  const day = format(start, { weekday: 'short', day: 'numeric', month: 'short' }, timeZone);
  switch (granularity) {
    case 'minute':
    case 'hour':
      return `${day}, ${format(start, { hour: '2-digit', minute: '2-digit' }, timeZone)}`;
    case 'day':
      return day;
    case 'week':
      return t('Week of {start}', { start: format(start, { day: 'numeric', month: 'short' }, timeZone) });
    case 'month':
      return format(start, { month: 'long', year: 'numeric' }, timeZone);
  }
}

/** Formats an axis label, with the month only on the first label and where it changes ("24 Oct", "28", "1 Nov"). */
export function axisLabel(start: string, previous: string | null, granularity: Granularity, timeZone?: string): string {
  if (granularity === 'month') return format(start, { month: 'short' }, timeZone);
  if (granularity === 'hour' || granularity === 'minute') {
    return format(start, { hour: '2-digit', minute: '2-digit' }, timeZone);
  }
  const month = (time: string) => format(time, { month: 'short' }, timeZone);
  const sameMonth = previous !== null && month(previous) === month(start);
  return format(start, sameMonth ? { day: 'numeric' } : { day: 'numeric', month: 'short' }, timeZone);
}

const CURRENT: Readonly<Record<Granularity, string>> = {
  minute: t('this minute'),
  hour: t('this hour'),
  day: t('today'),
  week: t('this week'),
  month: t('this month'),
};

/** Names the current bucket: "today", "this hour". */
export const currentBucketLabel = (granularity: Granularity): string => CURRENT[granularity];

const SO_FAR: Readonly<Record<Granularity, string>> = {
  minute: t('This minute so far'),
  hour: t('This hour so far'),
  day: t('Today so far'),
  week: t('This week so far'),
  month: t('This month so far'),
};

/** Names the current bucket: "Today so far", "This hour so far". */
export const bucketSoFar = (granularity: Granularity): string => SO_FAR[granularity];
