import type { QrLook } from '../qr-code.types';
import { backgroundProportion, type DrawingParts, effectiveLevel, layOut } from './drawing';
import { encode } from './matrix';
import { svgOf } from './svg';

/** A drawn code. */
export interface Rendered {
  svg: string;
  /** In modules, margin and frame style included. */
  width: number;
  height: number;
  /** The width by the height of the area of a background image. */
  proportion: number;
}

/** Draws a text as the server does. Throws when the text is too long. Colors must have the form #rrggbb. */
export function render(text: string, look: QrLook, parts: DrawingParts): Rendered {
  const drawing = layOut(encode(text, effectiveLevel(look)), look, parts);
  const { width, height } = drawing;
  return { svg: svgOf(drawing, look.size), width, height, proportion: backgroundProportion(drawing, look) };
}
