/** A step of the sequential scale: 0 is "none", 1 to 5 are the tokens h1 to h5. */
export type Step = 0 | 1 | 2 | 3 | 4 | 5;

/**
 * Five steps of equal count, not of equal height, over the values above zero. Equal values share the step of their
 * middle rank, so that a hundred ones beside one fifty are neither all "most" nor all "few".
 */
export function quantileSteps(values: readonly number[]): (value: number) => Step {
  const sorted = values.filter((value) => value > 0).sort((a, b) => a - b);
  return (value) => {
    if (value <= 0 || sorted.length === 0) return 0;
    const below = sorted.filter((other) => other < value).length;
    const equal = sorted.filter((other) => other === value).length;
    const rank = (below + equal / 2) / sorted.length;
    return Math.min(5, Math.max(1, Math.ceil(rank * 5))) as Step;
  };
}

/** How many of `rows` modules stand for a value: none for zero, at least one for anything above. */
export function modulesOf(value: number, max: number, rows: number): number {
  if (value <= 0 || max <= 0) return 0;
  return Math.min(rows, Math.max(1, Math.round((value / max) * rows)));
}
