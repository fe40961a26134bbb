import type { Gradient } from './gradient';
import type { Outline } from './outline';

/** An area in modules. */
export interface Area {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** A gradient over the code. */
export type AreaGradient = Gradient & { area: Area };

/** An image of a drawing; `clipped`: its outline is not its area. */
export interface Bitmap {
  href: string;
  area: Area;
  clipped: boolean;
}

/** A color, or a gradient or an image. Paints are compared by identity of gradient and image. */
export interface Paint {
  color?: string;
  gradient?: AreaGradient;
  bitmap?: Bitmap;
}

export interface Layer {
  outline: Outline;
  paint: Paint;
}

/** A code as filled outlines, in modules, margin included. The twin of `core/qr/picture` of the server. */
export interface Drawing {
  width: number;
  height: number;
  /** #rrggbb; empty: transparent. */
  background: string;
  layers: Layer[];
  gradient: AreaGradient | null;
  /** All edges are horizontal or vertical, between modules. */
  aligned: boolean;
}

/** Adds an outline whose origin is that of an area. It extends the last layer if that has the same paint. */
export function addLayer(d: Drawing, outline: Outline, origin: { x: number; y: number }, paint: Paint): void {
  const moved = outline.moved(1, origin.x, origin.y);
  const last = d.layers.at(-1);
  const same =
    last &&
    last.paint.color === paint.color &&
    last.paint.gradient === paint.gradient &&
    last.paint.bitmap === paint.bitmap;
  if (same) last.outline.join(moved);
  else d.layers.push({ outline: moved, paint });
}
