import { nice, ticks } from 'd3-array';

/** The ticks of a count axis from zero: whole numbers, about four steps, the last at or above `max`. */
export function countTicks(max: number): number[] {
  if (max <= 4) return Array.from({ length: Math.max(1, Math.ceil(max)) + 1 }, (_, at) => at);
  const [, top] = nice(0, max, 4);
  return ticks(0, top, 4).filter(Number.isInteger);
}

/** Which of `count` points carry a label so that at most `most` of them do: evenly apart, from the first. */
export function labelStops(count: number, most: number): number[] {
  if (count <= 0 || most <= 0) return [];
  const step = Math.ceil(count / most);
  return Array.from({ length: Math.ceil(count / step) }, (_, at) => at * step);
}
