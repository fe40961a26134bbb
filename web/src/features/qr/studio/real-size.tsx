import { isPrintable } from './print-size';
import type { DrawnCode } from './use-drawn-code';

interface Props {
  code: DrawnCode;
  label: string;
  /** The printed width in millimeters. */
  mm: number;
}

/** The code in its printed size, with rulers in millimeters. CSS millimeters are exact on a screen of 96 dpi. */
export function RealSize({ code, label, mm }: Props) {
  if (!isPrintable(mm)) return <p className="ui-hint">Enter a print width of 5 to 2000 mm.</p>;
  const height = (mm * code.height) / code.width;
  return (
    <div className="studio-real">
      <Ruler length={mm} />
      <Ruler length={height} vertical />
      <img src={code.src} alt={label} decoding="sync" style={{ width: `${mm}mm`, height: `${height}mm` }} />
      <p className="ui-small ui-muted">
        {tenths(mm)} × {tenths(height)} mm. Hold a ruler to the screen: displays differ from 96 dpi.
      </p>
    </div>
  );
}

const tenths = (mm: number) => Math.round(mm * 10) / 10;

/** Of a ruler, in millimeters. */
const DEPTH = 6;

/** A ruler with a line per millimeter; long ones have a line per centimeter. */
function Ruler({ length, vertical }: { length: number; vertical?: boolean }) {
  const step = length > 300 ? 10 : 1;
  const marks = Array.from({ length: Math.floor(length / step) + 1 }, (_, index) => index * step);
  const path = marks.map((at) => `M${at} ${DEPTH}v-${markHeight(at)}`).join('');
  const labels = marks.filter((at) => at % 10 === 0 && (length <= 300 || at % 100 === 0));
  const size = vertical
    ? { width: `${DEPTH}mm`, height: `${length}mm` }
    : { width: `${length}mm`, height: `${DEPTH}mm` };
  return (
    <svg
      className="studio-ruler"
      style={size}
      viewBox={vertical ? `0 0 ${DEPTH} ${length}` : `0 0 ${length} ${DEPTH}`}
      aria-hidden="true"
    >
      <g transform={vertical ? `matrix(0 1 1 0 0 0)` : undefined}>
        <path d={path} />
      </g>
      {labels.map((at) => (
        <text key={at} x={vertical ? 0.4 : at + 0.5} y={vertical ? at + 2.4 : 2.4}>
          {at}
        </text>
      ))}
    </svg>
  );
}

function markHeight(at: number): number {
  if (at % 10 === 0) return 4;
  return at % 5 === 0 ? 2.6 : 1.6;
}
