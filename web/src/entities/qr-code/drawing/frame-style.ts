import type { QrLook } from '../qr-code.types';
import { type CaptionFont, captionOf } from './caption';
import { parseGradient } from './gradient';
import { addLayer, type Drawing } from './layers';
import { Outline, sameRadii } from './outline';

// Proportions of frame styles, as parts of the code's side with its margin.
const PAD = 0.05;
const BAND = 0.18;
/** The largest em, of the band. */
const LETTER = 0.55;
/** Of the em. */
const CAP_HEIGHT = 0.72;
/** In modules. */
const PANEL_RADIUS = 3;

/** Radii of the window of a panel. */
export const WINDOW_RADII = sameRadii(PANEL_RADIUS - 1);

const ORIGIN = { x: 0, y: 0 };

/** The area around a code with its margin. Its sizes are whole modules. */
export interface FrameLayout {
  side: number;
  pad: number;
  band: number;
}

/** Whether the frame style draws a panel around the code, with a window of the light color. */
export function hasPanel({ frameStyle }: QrLook): boolean {
  return frameStyle === 'ticket' || frameStyle === 'sticker';
}

/** The layout for a code with so many modules on a side, margin included. A style without a caption has no band. */
export function layOutFrame(look: QrLook, side: number): FrameLayout {
  const pad = hasPanel(look) ? Math.ceil(side * PAD) : 0;
  const captioned = look.caption !== '' && look.frameStyle !== 'none';
  return { side, pad, band: captioned ? Math.ceil(side * BAND) : pad };
}

const widthOf = (f: FrameLayout) => f.side + 2 * f.pad;
const heightOf = (f: FrameLayout) => f.pad + f.side + f.band;

/** The color of the panel: the dark color, or where the gradient begins. */
function frameColor(look: QrLook): string {
  return parseGradient(look.gradient)?.from ?? look.dark;
}

/** Adds the panel of the style below the code. */
export function addPanel(d: Drawing, look: QrLook, f: FrameLayout): void {
  const window = new Outline();
  let panel = new Outline();
  if (look.frameStyle === 'ticket' && look.caption !== '') panel = ticket(f);
  else panel.box(0, 0, widthOf(f), heightOf(f), sameRadii(PANEL_RADIUS + 1));
  window.box(f.pad, f.pad, f.side, f.side, WINDOW_RADII);
  addLayer(d, panel, ORIGIN, { color: frameColor(look) });
  addLayer(d, window, ORIGIN, { color: look.light });
}

/** Adds the caption of the style. */
export function addCaption(d: Drawing, look: QrLook, f: FrameLayout, font: CaptionFont | undefined): void {
  if (f.band === f.pad || !font) return;
  const { outline, width } = captionOf(look.caption, font);
  if (width === 0) return;
  const em = Math.min(f.band * LETTER, (widthOf(f) - 2 * Math.max(f.pad, 2)) / width);
  let center = f.pad + f.side + f.band / 2;
  if (f.pad === 0) center -= f.band / 6;
  d.layers.push({
    outline: outline.moved(em, (widthOf(f) - width * em) / 2, center + (em * CAP_HEIGHT) / 2),
    paint: { color: hasPanel(look) ? look.light : frameColor(look) },
  });
}

/** A panel with a notch on each side, where the band begins. */
function ticket(f: FrameLayout): Outline {
  const r = PANEL_RADIUS + 1;
  const [w, h, notch] = [widthOf(f), heightOf(f), f.pad * 0.6];
  const y = f.pad + f.side + notch / 2;
  const o = new Outline();
  o.move(r, 0);
  o.line(w - r, 0);
  o.corner(w, 0, w, r);
  o.line(w, y - notch);
  o.corner(w - notch, y - notch, w - notch, y);
  o.corner(w - notch, y + notch, w, y + notch);
  o.line(w, h - r);
  o.corner(w, h, w - r, h);
  o.line(r, h);
  o.corner(0, h, 0, h - r);
  o.line(0, y + notch);
  o.corner(notch, y + notch, notch, y);
  o.corner(notch, y - notch, 0, y - notch);
  o.line(0, r);
  o.corner(0, 0, r, 0);
  o.close();
  return o;
}
