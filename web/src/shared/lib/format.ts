import { numberLocale } from '@/shared/i18n/locale';
import { numberFormat } from '@/shared/i18n/message';
import { t } from '@/shared/i18n/t';
import { currencyFormat, dateFormat } from './intl';

const DATE = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const DATE_TIME = { ...DATE, hour: '2-digit', minute: '2-digit' } as const;

/** 12480 → "12,480". */
export function formatCount(value: number): string {
  return numberFormat().format(value);
}

/** A total as a list has it; with more than `total`: "10,000+". */
export function formatTotal(total: number, isMinimum?: boolean): string {
  return isMinimum ? `${formatCount(total)}+` : formatCount(total);
}

/** 12480 → "12.5K". */
export function formatCompact(value: number): string {
  return numberFormat({ notation: 'compact', maximumFractionDigits: 1 }).format(value);
}

/** Formats how many times something is another, with one decimal: 2 → "2.0". */
export function formatFactor(factor: number): string {
  return numberFormat({ minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(factor);
}

/** Formats a change in percent, rounded to a whole number: 12 → "+12%", -3 → "−3%" (U+2212), 0 → "+0%". */
export function formatTrend(percent: number): string {
  const rounded = Math.round(percent);
  return `${rounded < 0 ? '−' : '+'}${formatPercent(Math.abs(rounded))}`;
}

/** Formats a percentage without decimals: 43.2 → "43%". */
export function formatPercent(percent: number): string {
  return percentWith(0, percent);
}

function percentWith(digits: number, percent: number): string {
  const format = numberFormat({ style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: digits });
  return format.format((digits === 0 ? Math.round(percent) : percent) / 100);
}

/**
 * Formats a fraction of 1 as a percentage, with one decimal below 10%: 0.025 → "2.5%", 0.5 → "50%". Only all is "100%" and
 * only nothing is "0%": 0.999 → "99.9%", 0.0001 → "<0.1%".
 */
export function formatShare(share: number): string {
  if (share === 0) return formatPercent(0);
  const percent = share * 100;
  const tenths = Math.round(percent * 10) / 10;
  if (tenths === 0) return `<${percentWith(1, 0.1)}`;
  if (share < 1 && percent >= 99.5) return percentWith(1, Math.min(tenths, 99.9));
  return tenths < 10 ? percentWith(1, tenths) : formatPercent(percent);
}

/** Formats a date as "24 Oct 2026" in an IANA time zone (the browser's by default). */
export function formatDate(time: string | Date, timeZone?: string): string {
  return dateFormat(DATE, timeZone).format(new Date(time));
}

/** Formats a time as "24 Oct 2026, 18:05" in an IANA time zone (the browser's by default). */
export function formatDateTime(time: string | Date, timeZone?: string): string {
  return dateFormat(DATE_TIME, timeZone).format(new Date(time));
}

const STEPS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** Formats a past time relative to `now`: "now", "40 s ago", "3m ago", "yesterday". */
export function formatAgo(time: string | Date, now: Date = new Date()): string {
  const seconds = Math.round((now.getTime() - new Date(time).getTime()) / 1000);
  if (seconds < 5) return t('now');
  if (seconds < 60) return t('{count} s ago', { count: seconds });
  const [unit, size] = STEPS.find(([, size]) => seconds >= size) ?? ['second' as const, 1];
  const relative = new Intl.RelativeTimeFormat(numberLocale(), { numeric: 'auto', style: 'narrow' });
  return relative.format(-Math.floor(seconds / size), unit);
}

const ELAPSED: readonly (readonly [seconds: number, write: (count: number) => string])[] = [
  [31_536_000, (count) => t('{count} y', { count })],
  [86_400, (count) => t('{count} d', { count })],
  [3_600, (count) => t('{count} h', { count })],
  [60, (count) => t('{count} min', { count })],
];

/** Formats the time elapsed until `now` without "ago": "now", "40 s", "3 min", "2 d". */
export function formatSince(time: string | Date, now: Date = new Date()): string {
  const seconds = Math.round((now.getTime() - new Date(time).getTime()) / 1000);
  if (seconds < 5) return t('now');
  const [size, write] = ELAPSED.find(([size]) => seconds >= size) ?? [];
  return size && write ? write(Math.floor(seconds / size)) : t('{count} s', { count: seconds });
}

/** Formats an amount given in minor units of an ISO 4217 currency: 1299 EUR → "€12.99", 500 JPY → "¥500". */
export function formatMoney(minor: number, currency: string): string {
  const format = currencyFormat(currency);
  return format.format(minor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** Formats a count with its noun in English, where screens are not translated yet: "1 link", "2 links". */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** Formats the total of a list with its noun: "2 links", "10,000+ links". */
export function pluralTotal(total: number, isMinimum: boolean | undefined, one: string): string {
  return isMinimum ? `${formatTotal(total, isMinimum)} ${one}s` : plural(total, one);
}
