import type { ReactNode } from 'react';
import type { Dot, Frame, ModuleShape } from '@/entities/qr-code/drawing/shapes';

const MODULE_PATHS: Record<ModuleShape, string> = {
  square: 'M0 0h10v10H0z',
  rounded: 'M5 0a5 5 0 0 1 5 5v5H5a5 5 0 0 1-5-5a5 5 0 0 1 5-5z',
  dots: 'M5 0a5 5 0 0 1 0 10a5 5 0 0 1 0-10z',
  classy: 'M5 0h5v5a5 5 0 0 1-5 5H0V5a5 5 0 0 1 5-5z',
  diamond: 'M5-1.6L11.6 5L5 11.6L-1.6 5z',
  star: 'M5-1.8L7.5 1.6L11.5 2.9L9 6.3V10.5L5 9.2L1 10.5V6.3L-1.5 2.9L2.5 1.6z',
};

/** Positions of the modules in the sample, in modules. */
const SAMPLE = [
  [0, 0],
  [2, 0],
  [1, 1],
  [0, 2],
  [2, 2],
] as const;

const FRAMES: Record<Frame, ReactNode> = {
  square: <rect x="3" y="3" width="26" height="26" />,
  rounded: <rect x="3" y="3" width="26" height="26" rx="7" />,
  circle: <circle cx="16" cy="16" r="13" />,
  leaf: <path d="M3 3H20a9 9 0 0 1 9 9V29H12a9 9 0 0 1-9-9z" />,
  drop: <path d="M12 3H20a9 9 0 0 1 9 9V29H12a9 9 0 0 1-9-9V12a9 9 0 0 1 9-9z" />,
  cushion: <path d="M5 5Q16 1 27 5Q31 16 27 27Q16 31 5 27Q1 16 5 5z" />,
  dots: <rect x="3" y="3" width="26" height="26" strokeDasharray="0.1 6.4" strokeLinecap="round" strokeWidth="5" />,
};

const DOTS: Record<Dot, ReactNode> = {
  square: <rect x="8" y="8" width="16" height="16" />,
  rounded: <rect x="8" y="8" width="16" height="16" rx="5" />,
  circle: <circle cx="16" cy="16" r="8" />,
  diamond: <path d="M13 8h6l5 5v6l-5 5h-6l-5-5v-6z" />,
  leaf: <path d="M8 8h8a8 8 0 0 1 8 8v8h-8a8 8 0 0 1-8-8z" />,
  drop: <path d="M16 8a8 8 0 0 1 8 8v8h-8a8 8 0 0 1 0-16z" />,
  star: (
    <path d="M16 6l2.7 3.5 4.4-.6-.6 4.4L26 16l-3.5 2.7.6 4.4-4.4-.6L16 26l-2.7-3.5-4.4.6.6-4.4L6 16l3.5-2.7-.6-4.4 4.4.6z" />
  ),
};

type Props = { modules: ModuleShape } | { frame: Frame } | { dot: Dot };

/** A sample of a shape. Decorative: its tile has the name. */
export function ShapeIcon(props: Props) {
  return (
    <svg viewBox="0 0 32 32" width={32} height={32} aria-hidden="true" fill="currentColor">
      {'modules' in props &&
        SAMPLE.map(([x, y]) => (
          <path
            key={`${x} ${y}`}
            d={MODULE_PATHS[props.modules]}
            transform={`translate(${1 + x * 10} ${1 + y * 10})`}
          />
        ))}
      {'frame' in props && (
        <g fill="none" stroke="currentColor" strokeWidth="4">
          {FRAMES[props.frame]}
        </g>
      )}
      {'dot' in props && DOTS[props.dot]}
    </svg>
  );
}
