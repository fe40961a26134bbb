import { dateFormat } from '@/shared/lib/intl';

export type Granularity = 'minute' | 'hour' | 'day' | 'week' | 'month';

export interface Point {
  /** Start of the bucket, RFC 3339. */
  start: string;
  clicks: number;
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
      return `Week of ${format(start, { day: 'numeric', month: 'short' }, timeZone)}`;
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

/** Names the current bucket: "today", "this hour". */
export function currentBucketLabel(granularity: Granularity): string {
  return granularity === 'day' ? 'today' : `this ${granularity}`;
}

/** Names the unit of the y axis: "per day", "per hour". */
export function bucketUnitLabel(granularity: Granularity): string {
  return `per ${granularity}`;
}
