import { t } from '@/shared/i18n/t';
import { formatCount } from '@/shared/lib/format';

/** An hour of the week. `weekday` is ISO: Monday is 1. */
export interface HourSlot {
  weekday: number;
  hour: number;
}

/** Clicks of one hour of the week. */
export interface HeatCell extends HourSlot {
  clicks: number;
}

export interface HeatSlot extends HeatCell {
  /** Its part of all clicks, 0 to 1. */
  share: number;
}

export interface HeatTotals {
  total: number;
  /** Seven sums, Monday first. */
  days: number[];
  /** Twenty-four sums. */
  hours: number[];
  /** The hour with the most clicks, the earliest of several; null when there were none. */
  best: HeatSlot | null;
  /** Clicks by `[weekday - 1][hour]`. */
  matrix: number[][];
}

export const WEEKDAYS = [t('Mon'), t('Tue'), t('Wed'), t('Thu'), t('Fri'), t('Sat'), t('Sun')] as const;
export const WEEKDAY_NAMES = [
  t('Monday'),
  t('Tuesday'),
  t('Wednesday'),
  t('Thursday'),
  t('Friday'),
  t('Saturday'),
  t('Sunday'),
] as const;

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Sums an hour-of-the-week table. Cells that are not given count as none. */
export function heatTotals(cells: readonly HeatCell[]): HeatTotals {
  const matrix = WEEKDAYS.map(() => Array.from({ length: 24 }, () => 0));
  for (const { weekday, hour, clicks } of cells) {
    const row = matrix[weekday - 1];
    if (row && hour >= 0 && hour < 24) row[hour] = (row[hour] ?? 0) + clicks;
  }
  const days = matrix.map(sum);
  const hours = Array.from({ length: 24 }, (_, hour) => sum(matrix.map((row) => row[hour] ?? 0)));
  const total = sum(days);
  const most = Math.max(...matrix.flat());
  const at = matrix.flat().indexOf(most);
  const best =
    total === 0 ? null : { weekday: Math.floor(at / 24) + 1, hour: at % 24, clicks: most, share: most / total };
  return { total, days, hours, best, matrix };
}

const EVERY_WEEK = [
  t('Mondays'),
  t('Tuesdays'),
  t('Wednesdays'),
  t('Thursdays'),
  t('Fridays'),
  t('Saturdays'),
  t('Sundays'),
] as const;

/** "Tuesdays" for 2. */
export function weekdayWords(weekday: number): string {
  return EVERY_WEEK[weekday - 1] ?? String(weekday);
}

/** "18:00–19:00" for 18. */
export function hourWords(hour: number): string {
  return `${hourLabel(hour)}–${hourLabel(hour + 1)}`;
}

/** The hours of the week as a table: a row for each hour. */
export function hoursTable(matrix: readonly (readonly number[])[]) {
  return {
    head: [t('Hour'), ...WEEKDAYS],
    rows: Array.from({ length: 24 }, (_, hour) => [
      hourLabel(hour),
      ...matrix.map((day) => formatCount(day[hour] ?? 0)),
    ]),
  };
}

/** "18:00" for 18. */
export function hourLabel(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}
