/** Buckets that say what is usual. */
const ENOUGH = 7;
/** Clicks that are more than a few. */
const MANY = 10;
const APART = 1.5;

/** How many times the usual a value is, where that is worth a word; null else. The usual is the middle of all values. */
export function timesUsual(value: number, values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  const usual = sorted[Math.floor(sorted.length / 2)] ?? 0;
  if (values.length < ENOUGH || value < MANY || usual === 0) return null;
  const times = value / usual;
  return times >= APART ? times : null;
}
