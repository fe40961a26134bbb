const TONES: Record<string, string> = { 0: 'h0', 1: 'h1', 2: 'h2', h: 'h4', s: 'saffron' };
const CELL = 0.9;

/** A pixel drawing, one character per cell: 0–2 and h are shades of green, s is saffron, _ is empty. */
export function ModuleArt({ rows }: { rows: readonly string[] }) {
  const paths: Record<string, string> = {};
  rows.forEach((row, y) => {
    [...row].forEach((character, x) => {
      const tone = TONES[character];
      if (tone) paths[tone] = `${paths[tone] ?? ''}M${x} ${y}h${CELL}v${CELL}h-${CELL}z`;
    });
  });
  const width = Math.max(...rows.map((row) => row.length));
  return (
    <svg className="module-art" viewBox={`0 0 ${width} ${rows.length}`} aria-hidden="true">
      {Object.entries(paths).map(([tone, d]) => (
        <path key={tone} d={d} fill={`var(--${tone})`} />
      ))}
    </svg>
  );
}
