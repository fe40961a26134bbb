const TONES: Record<string, string> = { 0: 'h0', 1: 'h1', 2: 'h2', h: 'h4', s: 'saffron' };
const CELL = 0.9;

/** A small picture in modules, one character a cell: 0–2 and h are steps of green, s saffron, _ nothing. */
export function ModuleArt({ rows }: { rows: readonly string[] }) {
  const drawn: Record<string, string> = {};
  rows.forEach((row, y) => {
    [...row].forEach((sign, x) => {
      const tone = TONES[sign];
      if (tone) drawn[tone] = `${drawn[tone] ?? ''}M${x} ${y}h${CELL}v${CELL}h-${CELL}z`;
    });
  });
  const width = Math.max(...rows.map((row) => row.length));
  return (
    <svg className="module-art" viewBox={`0 0 ${width} ${rows.length}`} aria-hidden="true">
      {Object.entries(drawn).map(([tone, d]) => (
        <path key={tone} d={d} fill={`var(--${tone})`} />
      ))}
    </svg>
  );
}
