/** Clicks of one hour of the week. `weekday` is ISO: Monday is 1. */
export interface HeatCell {
  weekday: number;
  hour: number;
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

export const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;
export const WEEKDAY_NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

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

/** "18:00" for 18. */
export function hourLabel(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}
