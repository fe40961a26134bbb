/** Kinds of path segments, with their numbers of points: 1, 1, 3 and 0. */
export type Verb = 'move' | 'line' | 'curve' | 'close';

/** Numbers of coordinates of each kind. */
export const COORDS: Record<Verb, number> = { move: 2, line: 2, curve: 6, close: 0 };

/** Radii of the corners of a box, clockwise from the top left. */
export type Radii = readonly [number, number, number, number];

export const SHARP: Radii = [0, 0, 0, 0];
export const sameRadii = (r: number): Radii => [r, r, r, r];

/** Distance of the control points of a quarter circle of radius 1. */
const ARC = 0.5522847498;

/** A path that is filled by the nonzero rule: holes run counterclockwise. Coordinates are in modules. */
export class Outline {
  readonly verbs: Verb[] = [];
  readonly coords: number[] = [];

  move(x: number, y: number): void {
    this.verbs.push('move');
    this.coords.push(x, y);
  }

  line(x: number, y: number): void {
    this.verbs.push('line');
    this.coords.push(x, y);
  }

  curve(x1: number, y1: number, x2: number, y2: number, x: number, y: number): void {
    this.verbs.push('curve');
    this.coords.push(x1, y1, x2, y2, x, y);
  }

  close(): void {
    this.verbs.push('close');
  }

  /** Adds a rectangle with round corners. A hole runs counterclockwise. */
  box(x: number, y: number, w: number, h: number, r: Radii, hole = false): void {
    const b = hole ? new Outline() : this;
    b.move(x + r[0], y);
    b.line(x + w - r[1], y);
    b.corner(x + w, y, x + w, y + r[1]);
    b.line(x + w, y + h - r[2]);
    b.corner(x + w, y + h, x + w - r[2], y + h);
    b.line(x + r[3], y + h);
    b.corner(x, y + h, x, y + h - r[3]);
    if (r[0] > 0) {
      b.line(x, y + r[0]);
      b.corner(x, y, x + r[0], y);
    }
    b.close();
    if (hole) this.join(b.reversed());
  }

  /** Adds the quarter of an ellipse from the last point to (x, y), in the corner (ax, ay) of their box. */
  corner(ax: number, ay: number, x: number, y: number): void {
    const sx = this.coords.at(-2) ?? 0;
    const sy = this.coords.at(-1) ?? 0;
    if (sx === x && sy === y) return;
    this.curve(sx + (ax - sx) * ARC, sy + (ay - sy) * ARC, x + (ax - x) * ARC, y + (ay - y) * ARC, x, y);
  }

  circle(x: number, y: number, r: number): void {
    this.box(x - r, y - r, 2 * r, 2 * r, sameRadii(r));
  }

  /** Adds a regular star: n points at the outer radius and n at the inner one between them. The first points up. */
  star(x: number, y: number, n: number, outer: number, inner: number): void {
    for (let i = 0; i < 2 * n; i++) {
      const r = i % 2 === 1 ? inner : outer;
      const angle = (Math.PI * i) / n - Math.PI / 2;
      const [px, py] = [x + r * Math.cos(angle), y + r * Math.sin(angle)];
      if (i === 0) this.move(px, py);
      else this.line(px, py);
    }
    this.close();
  }

  join(other: Outline): void {
    for (const verb of other.verbs) this.verbs.push(verb);
    for (const value of other.coords) this.coords.push(value);
  }

  /** A closed outline of one part in the other direction. */
  reversed(): Outline {
    const result = new Outline();
    const c = this.coords;
    const at = (index: number) => c[index] ?? 0;
    let end = c.length;
    result.move(at(end - 2), at(end - 1));
    for (let i = this.verbs.length - 1; i > 0; i--) {
      if (this.verbs[i] === 'line') {
        end -= 2;
        result.line(at(end - 2), at(end - 1));
      } else if (this.verbs[i] === 'curve') {
        end -= 6;
        result.curve(at(end + 2), at(end + 3), at(end), at(end + 1), at(end - 2), at(end - 1));
      }
    }
    result.close();
    return result;
  }

  /** The outline scaled by s and then moved. */
  moved(s: number, dx: number, dy: number): Outline {
    const result = new Outline();
    for (const verb of this.verbs) result.verbs.push(verb);
    for (let i = 0; i < this.coords.length; i++)
      result.coords.push((this.coords[i] ?? 0) * s + (i % 2 === 0 ? dx : dy));
    return result;
  }
}
