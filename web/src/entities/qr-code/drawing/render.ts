import type { QrLook } from '../qr-code.types';
import { type DrawingParts, effectiveLevel, layOut } from './drawing';
import { encode } from './matrix';
import { svgOf } from './svg';

/** A drawn code. */
export interface Rendered {
  svg: string;
  /** In modules, margin and frame style included. */
  width: number;
  height: number;
}

/** Draws a text as the server does. Throws when the text is too long. Colors must have the form #rrggbb. */
export function render(text: string, look: QrLook, parts: DrawingParts): Rendered {
  const drawing = layOut(encode(text, effectiveLevel(look)), look, parts);
  return { svg: svgOf(drawing, look.size), width: drawing.width, height: drawing.height };
}
