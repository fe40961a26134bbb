// One fixed locale: prerendered and hydrated text must agree, and the interface is English throughout.
const LOCALE = 'en-US';

const whole = new Intl.NumberFormat(LOCALE);
const compact = new Intl.NumberFormat(LOCALE, { notation: 'compact', maximumFractionDigits: 1 });
const relative = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto', style: 'narrow' });

/** 12480 → "12,480". */
export function formatCount(value: number): string {
  return whole.format(value);
}

/** 12480 → "12.5K". */
export function formatCompact(value: number): string {
  return compact.format(value);
}

/** A trend in percent: 12 → "+12%", -3 → "−3%" (a true minus), 0 → "+0%". Rounded to whole percents. */
export function formatTrend(percent: number): string {
  const rounded = Math.round(percent);
  return `${rounded < 0 ? '−' : '+'}${whole.format(Math.abs(rounded))}%`;
}

/** Percent without decimals: 43.2 → "43%". */
export function formatPercent(percent: number): string {
  return `${Math.round(percent)}%`;
}

/** A share of 1 in percent with one decimal below ten: 0.025 → "2.5%". */
export function formatShare(share: number): string {
  const percent = share * 100;
  return percent < 10 ? `${percent.toFixed(1)}%` : formatPercent(percent);
}

/** "24 Oct 2026" in the given IANA zone (the browser's by default). */
export function formatDate(time: string | Date, timeZone?: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone });
  return parts.format(new Date(time));
}

/** "24 Oct 2026, 18:05" in the given IANA zone (the browser's by default). */
export function formatDateTime(time: string | Date, timeZone?: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  });
  return parts.format(new Date(time));
}

const STEPS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** "now", "40 s", "3 min. ago"-style distance from `now`, for times in the past. */
export function formatAgo(time: string | Date, now: Date = new Date()): string {
  const seconds = Math.round((now.getTime() - new Date(time).getTime()) / 1000);
  if (seconds < 5) return 'now';
  if (seconds < 60) return `${seconds} s ago`;
  const [unit, size] = STEPS.find(([, size]) => seconds >= size) ?? ['second' as const, 1];
  return relative.format(-Math.floor(seconds / size), unit);
}

const SINCE: readonly (readonly [name: string, seconds: number])[] = [
  ['y', 31_536_000],
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
];

/** How long ago, where the place says that it is meant so: "now", "40 s", "3 min", "2 d". */
export function formatSince(time: string | Date, now: Date = new Date()): string {
  const seconds = Math.round((now.getTime() - new Date(time).getTime()) / 1000);
  if (seconds < 5) return 'now';
  const [name, size] = SINCE.find(([, size]) => seconds >= size) ?? ['s', 1];
  return `${Math.floor(seconds / size)} ${name}`;
}

/** An amount in the minor units of an ISO 4217 currency: 1299 EUR → "€12.99", 500 JPY → "¥500". */
export function formatMoney(minor: number, currency: string): string {
  const format = new Intl.NumberFormat(LOCALE, { style: 'currency', currency });
  return format.format(minor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** "1 link", "2 links". */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
