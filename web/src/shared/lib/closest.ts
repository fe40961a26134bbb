/** How many letters must be added, removed, replaced or swapped with their neighbour to make `b` of `a`. */
export function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) least = Math.min(least, (before[j - 2] ?? 0) + 1);
      row.push(least);
    }
    [before, last] = [last, row];
  }
  return last[b.length] ?? 0;
}

/** The word that `typed` is a misspelling of, whatever its case; null when none is close. */
export function closest(typed: string, words: readonly string[]): string | null {
  const wanted = typed.toLowerCase();
  const most = Math.min(2, Math.floor(wanted.length / 3));
  let best: string | null = null;
  let least = most + 1;
  for (const word of words) {
    if (Math.abs(word.length - wanted.length) > most) continue;
    const distance = editDistance(wanted, word.toLowerCase());
    if (distance < least) [best, least] = [word, distance];
  }
  return best;
}
