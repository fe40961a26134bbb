import type { ReactNode } from 'react';
import type { DrawnCode } from './use-drawn-code';
import type { View } from './view-tiles';

type Kind = Exclude<View, 'code' | 'size'>;

// Physical things have the same colors in both themes.
const INK = '#243133';
const PAPER = '#fdfcf8';
const FAINT = '#c9c4b6';

/** A code on a printed thing or a screen, drawn around it. */
export function MockUp({ kind, code, label }: { kind: Kind; code: DrawnCode; label: string }) {
  return (
    <svg className="studio-mock" viewBox="0 0 480 360" role="img" aria-label={label}>
      {SCENES[kind]((x, y, w, h) => (
        <image href={code.src} x={x} y={y} width={w} height={h} preserveAspectRatio="xMidYMid meet" />
      ))}
    </svg>
  );
}

/** Places the code into a box, as large as its proportions allow. */
type Place = (x: number, y: number, w: number, h: number) => ReactNode;

const SCENES: Record<Kind, (place: Place) => ReactNode> = {
  card: (place) => (
    <>
      <rect width="480" height="360" fill="#d8cfbd" />
      <g transform="rotate(-4 240 180)">
        <rect x="66" y="82" width="360" height="206" rx="6" fill="#00000022" />
        <rect x="60" y="74" width="360" height="206" rx="6" fill={PAPER} />
        <Lines x={84} y={110} widths={[120, 84]} strong />
        <Lines x={84} y={206} widths={[104, 128, 92]} />
        {place(252, 102, 144, 150)}
      </g>
    </>
  ),
  poster: (place) => (
    <>
      <rect width="480" height="360" fill="#e9e6de" />
      <rect y="318" width="480" height="42" fill="#b9a98c" />
      <rect x="138" y="26" width="216" height="288" fill="#00000020" />
      <rect x="132" y="20" width="216" height="288" fill={PAPER} />
      <rect x="132" y="20" width="216" height="72" fill="#04755b" />
      <Lines x={150} y={44} widths={[150, 96]} strong color={PAPER} />
      {place(172, 104, 136, 148)}
      <Lines x={188} y={272} widths={[104, 72]} />
    </>
  ),
  cup: (place) => (
    <>
      <rect width="480" height="360" fill="#efe7d8" />
      <rect y="300" width="480" height="60" fill="#c8ab82" />
      <ellipse cx="248" cy="320" rx="96" ry="12" fill="#00000026" />
      <path d="M140 58h200l-26 256q-2 8-10 8H176q-8 0-10-8z" fill={PAPER} />
      <path d="M296 58h44l-26 256q-2 8-10 8h-30z" fill="#0000000f" />
      <path d="M146 118h188l-14 138H160z" fill="#a9713f" />
      <rect x="130" y="38" width="220" height="24" rx="8" fill={INK} />
      <g transform="translate(240 187) scale(0.96 1) translate(-240 -187)">
        <rect x="180" y="125" width="120" height="124" rx="4" fill={PAPER} />
        {place(186, 131, 108, 112)}
      </g>
    </>
  ),
  screen: (place) => (
    <>
      <rect width="480" height="360" fill="#dfe5e4" />
      <rect x="60" y="34" width="360" height="234" rx="12" fill={INK} />
      <rect x="72" y="46" width="336" height="210" fill={PAPER} />
      <path d="M210 268h60l10 46h-80z" fill="#8e9a99" />
      <rect x="160" y="312" width="160" height="10" rx="5" fill="#6d7877" />
      <Lines x={96} y={84} widths={[112, 84]} strong />
      <Lines x={96} y={150} widths={[120, 104, 112, 72]} />
      {place(236, 66, 154, 170)}
    </>
  ),
  wall: (place) => (
    <>
      <rect width="480" height="360" fill="#15191b" />
      <path
        d="M0 60h480M0 120h480M0 180h480M0 240h480M0 300h480M120 0v60M360 0v60M0 60v60M240 60v60M120 120v60M360 120v60M240 180v60M120 240v60M360 240v60M240 300v60"
        stroke="#22282a"
        strokeWidth="2"
      />
      {place(140, 72, 200, 216)}
    </>
  ),
};

/** Text as bars. */
function Lines({
  x,
  y,
  widths,
  strong,
  color = strong ? INK : FAINT,
}: {
  x: number;
  y: number;
  widths: readonly number[];
  strong?: boolean;
  color?: string;
}) {
  const height = strong ? 12 : 6;
  return widths.map((width, index) => (
    <rect key={width} x={x} y={y + index * height * 1.8} width={width} height={height} rx={1} fill={color} />
  ));
}
