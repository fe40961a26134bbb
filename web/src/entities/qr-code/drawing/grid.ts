import { Outline, type Radii, SHARP } from './outline';
import type { ModuleShape } from './shapes';

/** The dark modules of a code, row by row. */
export type Matrix = readonly (readonly boolean[])[];

/** A range of modules; the maxima are exclusive. */
export interface Hole {
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
}

/** Width of a corner, in modules. */
export const CORNER = 7;

/** Whether a module belongs to one of the three corners. */
export function inCorner(side: number, x: number, y: number): boolean {
  const right = x >= side - CORNER;
  const bottom = y >= side - CORNER;
  return (x < CORNER && y < CORNER) || (right && y < CORNER) || (x < CORNER && bottom);
}

/** The modules of a code without those that a logo covers. */
export class Grid {
  readonly size: number;

  constructor(
    private readonly matrix: Matrix,
    private readonly hole: Hole | null,
  ) {
    this.size = matrix.length;
  }

  /** Whether a module is dark. Modules outside of the code are light. */
  black(x: number, y: number): boolean {
    if (!this.matrix[y]?.[x]) return false;
    const { hole } = this;
    if (!hole || inCorner(this.size, x, y)) return true;
    return !(x >= hole.minX && x < hole.maxX && y >= hole.minY && y < hole.maxY);
  }
}

/** The dark modules outside of the corners. */
export function modulesOf(grid: Grid, shape: ModuleShape): Outline {
  if (shape === 'square') return runsOf(grid, true);
  const draw = DRAW_MODULE[shape];
  const dark = (x: number, y: number) => grid.black(x, y) && !inCorner(grid.size, x, y);
  const o = new Outline();
  for (let y = 0; y < grid.size; y++) {
    for (let x = 0; x < grid.size; x++) {
      if (dark(x, y)) draw(o, x, y, (dx, dy) => !dark(x + dx, y + dy));
    }
  }
  return o;
}

/** The dark modules as rectangles, one for each horizontal run, so that viewers show no hairlines between them. */
export function runsOf(grid: Grid, withoutCorners: boolean): Outline {
  const dark = (x: number, y: number) => grid.black(x, y) && (!withoutCorners || !inCorner(grid.size, x, y));
  const o = new Outline();
  for (let y = 0; y < grid.size; y++) {
    for (let x = 0; x < grid.size; x++) {
      const start = x;
      while (dark(x, y)) x++;
      if (x > start) o.box(start, y, x - start, 1, SHARP);
    }
  }
  return o;
}

/** Whether the neighbor at an offset is light. */
type Light = (dx: number, dy: number) => boolean;

const DRAW_MODULE: Record<ModuleShape, (o: Outline, x: number, y: number, light: Light) => void> = {
  square: (o, x, y) => o.box(x, y, 1, 1, SHARP),
  rounded: (o, x, y, light) => o.box(x, y, 1, 1, freeCorners(light)),
  dots: (o, x, y) => o.circle(x + 0.5, y + 0.5, 0.48),
  classy: (o, x, y, light) => {
    const r = freeCorners(light);
    o.box(x, y, 1, 1, [r[0], 0, r[2], 0]);
  },
  diamond: (o, x, y) => o.star(x + 0.5, y + 0.5, 2, 0.66, 0.66),
  star: (o, x, y) => o.star(x + 0.5, y + 0.5, 5, 0.68, 0.42),
};

/** A radius of half a module for each corner whose two neighbors are light, else 0. */
function freeCorners(light: Light): Radii {
  const radius = (dx: number, dy: number) => (light(dx, 0) && light(0, dy) ? 0.5 : 0);
  return [radius(-1, -1), radius(1, -1), radius(1, 1), radius(-1, 1)];
}
