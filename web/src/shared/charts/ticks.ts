/** The ticks of a count axis from zero: whole numbers, about four steps, the last at or above `max`. */
export function countTicks(max: number): number[] {
  if (max <= 4) return Array.from({ length: Math.max(1, Math.ceil(max)) + 1 }, (_, at) => at);
  let top = max;
  let step = 0;
  // Rounding up may lead to a larger step.
  while (step !== tickStep(top)) {
    step = tickStep(top);
    top = Math.ceil(top / step) * step;
  }
  return Array.from({ length: Math.round(top / step) + 1 }, (_, at) => at * step);
}

/** The nearest of 1, 2, 5, 10, 20, 50… to a quarter of `max`, on a logarithmic scale. */
function tickStep(max: number): number {
  const power = 10 ** Math.floor(Math.log10(max / 4));
  const ratio = max / 4 / power;
  const factor = ratio >= Math.sqrt(50) ? 10 : ratio >= Math.sqrt(10) ? 5 : ratio >= Math.SQRT2 ? 2 : 1;
  return Math.max(1, power * factor);
}

/** Which of `count` points carry a label so that at most `most` of them do: evenly apart, from the first. */
export function labelStops(count: number, most: number): number[] {
  if (count <= 0 || most <= 0) return [];
  const step = Math.ceil(count / most);
  return Array.from({ length: Math.ceil(count / step) }, (_, at) => at * step);
}
