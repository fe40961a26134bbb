import type { CSSProperties } from 'react';

// Modules gather from the left into the eye: 1, 2 and 4 are steps of the scale, k is ink, s saffron.
const ROWS = [
  '..1....1122.4.k..',
  '......1.122.4....',
  '....1..1.2.44kkk.',
  '.1....1..2244k.k.',
  '......1....4sk...',
  '...1..11.....k.k.',
  '......1..2.4.k.k.',
] as const;

const COLUMNS = ROWS[0].length;
const EYE = 7;
const CELL = 0.94;

function modulesOf(column: number): { kind: string; path: string }[] {
  const paths = new Map<string, string>();
  ROWS.forEach((row, y) => {
    const kind = row[column];
    if (!kind || kind === '.') return;
    paths.set(kind, `${paths.get(kind) ?? ''}M${column} ${y}h${CELL}v${CELL}h-${CELL}z`);
  });
  return [...paths].map(([kind, path]) => ({ kind, path }));
}

const ART = Array.from({ length: COLUMNS }, (_, column) => ({ column, modules: modulesOf(column) }));

/** The large eye beside the headline. */
export function HeroArt() {
  return (
    <svg className="hero-art" viewBox={`0 0 ${COLUMNS + EYE} ${EYE}`} aria-hidden="true">
      {ART.map(({ column, modules }) => (
        <g key={column} className="landing-arrive" style={{ '--from': COLUMNS - column } as CSSProperties}>
          {modules.map(({ kind, path }) => (
            <path key={kind} className={`landing-m${kind}`} d={path} />
          ))}
        </g>
      ))}
      <g transform={`translate(${COLUMNS} 0)`}>
        <path fillRule="evenodd" d="M0 0h7v7H0zM1 1v5h5V1z" />
        <path className="eye-pupil" d="M2 2h3v3H2z" data-part="pupil" />
      </g>
    </svg>
  );
}
