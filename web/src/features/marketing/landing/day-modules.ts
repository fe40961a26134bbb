/** A quarter of an hour is a column; each of the four links has a row. */
export const QUARTERS = 96;
export const LINKS = 4;

// How busy each hour of the sample day is, in hundredths: breakfast, lunch, and the evening above all.
const BUSY = [4, 2, 1, 1, 2, 9, 22, 46, 58, 50, 44, 52, 62, 48, 42, 46, 58, 78, 96, 88, 66, 48, 26, 12, 6];

/** A number from 0 to 99 that depends on the place alone. Integers only: every engine must draw the same strip. */
function chance(x: number, y: number): number {
  let n = Math.imul(x + 1, 374_761_393) ^ Math.imul(y + 7, 668_265_263);
  n = Math.imul(n ^ (n >>> 13), 1_274_126_177);
  return ((n ^ (n >>> 16)) >>> 0) % 100;
}

/** How busy a quarter is, between the hours around it. */
function busyAt(quarter: number): number {
  const hour = Math.floor(quarter / 4);
  const [now = 0, next = 0] = BUSY.slice(hour, hour + 2);
  return now + ((next - now) * (quarter % 4)) / 4;
}

/** The step of one module, 0 to 5; 6 marks the few best ones. */
export function moduleStep(quarter: number, link: number): number {
  const busy = busyAt(quarter);
  const luck = chance(quarter, link);
  if (busy > 88 && luck > 82) return 6;
  return Math.max(0, Math.min(5, Math.round((busy * (40 + luck)) / 100 / 18)));
}

/** One SVG path for each step, of strokes as wide as a module. */
export function stepPaths(): { step: number; path: string }[] {
  const paths = Array.from({ length: 7 }, () => '');
  for (let quarter = 0; quarter < QUARTERS; quarter += 1) {
    for (let link = 0; link < LINKS; link += 1) paths[moduleStep(quarter, link)] += `M${quarter} ${link}h.85`;
  }
  return paths.map((path, step) => ({ step, path }));
}
