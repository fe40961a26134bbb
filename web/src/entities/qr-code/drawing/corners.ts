import { CORNER } from './grid';
import { Outline, type Radii, SHARP, sameRadii } from './outline';
import type { Dot, Frame } from './shapes';

/** Width of the dot inside a corner, in modules. */
const DOT = 3;

/** A finder pattern: its position in modules, and the index of its vertex towards the center, clockwise from the top left. */
export interface Corner {
  x: number;
  y: number;
  vertex: number;
}

/** The corners of a code with so many modules on a side. */
export function cornersOf(side: number): Corner[] {
  const far = side - CORNER;
  return [
    { x: 0, y: 0, vertex: 2 },
    { x: far, y: 0, vertex: 3 },
    { x: 0, y: far, vertex: 1 },
  ];
}

type Draw = (o: Outline, c: Corner) => void;

const HALF_FRAME = CORNER / 2;
const HALF_DOT = DOT / 2;

const DRAW_FRAME: Record<Frame, Draw> = {
  square: (o, c) => ring(o, c, SHARP),
  rounded: (o, c) => ring(o, c, sameRadii(HALF_FRAME * 0.6)),
  circle: (o, c) => ring(o, c, sameRadii(HALF_FRAME * 0.85)),
  leaf: (o, c) => ring(o, c, leafRadii(HALF_FRAME * 0.7, c.vertex)),
  drop: (o, c) => ring(o, c, dropRadii(HALF_FRAME * 0.7, c.vertex)),
  cushion: (o, c) => {
    o.join(cushion(c.x, c.y, CORNER));
    o.join(cushion(c.x + 1, c.y + 1, CORNER - 2).reversed());
  },
  dots: (o, c) => {
    for (let i = 0; i < CORNER - 1; i++) {
      const at = i + 0.5;
      o.circle(c.x + at, c.y + 0.5, 0.5);
      o.circle(c.x + CORNER - 0.5, c.y + at, 0.5);
      o.circle(c.x + CORNER - at, c.y + CORNER - 0.5, 0.5);
      o.circle(c.x + 0.5, c.y + CORNER - at, 0.5);
    }
  },
};

/** The radii of dots that are boxes. */
const DOT_RADII: Partial<Record<Dot, (c: Corner) => Radii>> = {
  square: () => SHARP,
  rounded: () => sameRadii(HALF_DOT * 0.6),
  circle: () => sameRadii(HALF_DOT * 0.75),
  leaf: (c) => leafRadii(HALF_DOT * 0.6, c.vertex),
  drop: (c) => dropRadii(HALF_DOT * 0.6, c.vertex),
};

/** Adds the frame of a corner. */
export function drawFrame(o: Outline, shape: Frame, c: Corner): void {
  DRAW_FRAME[shape](o, c);
}

/** Adds the dot of a corner. */
export function drawDot(o: Outline, shape: Dot, frame: Frame, c: Corner): void {
  const [x, y] = [c.x + 2, c.y + 2];
  const radii = DOT_RADII[shape];
  if (radii) o.box(x, y, DOT, DOT, softened(radii(c), frame));
  else if (shape === 'diamond') o.join(octagon(x, y, DOT));
  else o.star(c.x + CORNER / 2, c.y + CORNER / 2, 8, 1.7, 1.4);
}

/** Radii that round every vertex of a dot in a round frame. */
function softened(r: Radii, frame: Frame): Radii {
  if (frame === 'square' || frame === 'cushion' || frame === 'dots') return r;
  return [Math.max(r[0], 0.4), Math.max(r[1], 0.4), Math.max(r[2], 0.4), Math.max(r[3], 0.4)];
}

/** Adds a frame of one module's width. */
function ring(o: Outline, c: Corner, outer: Radii): void {
  const inner = outer.map((r) => Math.max(0, r - 1)) as unknown as Radii;
  o.box(c.x, c.y, CORNER, CORNER, outer);
  o.box(c.x + 1, c.y + 1, CORNER - 2, CORNER - 2, inner, true);
}

/** Radii that round the two vertices beside the given one. */
function leafRadii(r: number, vertex: number): Radii {
  return vertex % 2 === 0 ? [0, r, 0, r] : [r, 0, r, 0];
}

/** Radii that round every vertex except the given one. */
function dropRadii(r: number, vertex: number): Radii {
  return [0, 1, 2, 3].map((index) => (index === vertex ? 0 : r)) as unknown as Radii;
}

/** A square without its vertices. */
function octagon(x: number, y: number, w: number): Outline {
  const o = new Outline();
  const cut = w * 0.2;
  o.move(x + cut, y);
  o.line(x + (w - cut), y);
  o.line(x + w, y + cut);
  o.line(x + w, y + (w - cut));
  o.line(x + (w - cut), y + w);
  o.line(x + cut, y + w);
  o.line(x, y + (w - cut));
  o.line(x, y + cut);
  o.close();
  return o;
}

/** A square whose sides curve outwards: their middles touch the square, its vertices lie inside by a fourteenth. */
function cushion(x: number, y: number, w: number): Outline {
  const o = new Outline();
  const inset = w / 14;
  const third = w / 3;
  const bulge = inset / 3;
  const [left, top, right, bottom] = [x + inset, y + inset, x + w - inset, y + w - inset];
  o.move(left, top);
  o.curve(x + third, y - bulge, x + w - third, y - bulge, right, top);
  o.curve(x + w + bulge, y + third, x + w + bulge, y + w - third, right, bottom);
  o.curve(x + w - third, y + w + bulge, x + third, y + w + bulge, left, bottom);
  o.curve(x - bulge, y + w - third, x - bulge, y + third, left, top);
  o.close();
  return o;
}
