import type { QrLook } from '../qr-code.types';
import type { CaptionFont } from './caption';
import { cornersOf, drawDot, drawFrame } from './corners';
import { addCaption, addPanel, type FrameLayout, hasPanel, layOutFrame, WINDOW_RADII } from './frame-style';
import { parseGradient } from './gradient';
import { Grid, type Hole, type Matrix, modulesOf, runsOf } from './grid';
import { type Area, addLayer, type Drawing, type Paint } from './layers';
import { Outline, SHARP } from './outline';
import type { Dot, Frame, ModuleShape } from './shapes';

/** An image of a look, opaque and with the proportions that it is drawn in. */
export interface DrawnImage {
  /** A data URI, because an SVG in an `<img>` loads nothing else. */
  href: string;
  /** In pixels. */
  width: number;
  height: number;
}

/** The images and the font that a look needs. */
export interface DrawingParts {
  logo?: DrawnImage | undefined;
  background?: DrawnImage | undefined;
  /** Without it, captions are omitted. */
  font?: CaptionFont | undefined;
}

/** Width of the cleared area around a logo, in modules. */
const LOGO_GAP = 0.5;

const isImage = (background: string) => background.startsWith('med_');

/** The error correction level of the code: that of the look, raised when a logo covers modules. */
export function effectiveLevel({ level, logo, logoSize }: QrLook): QrLook['level'] {
  if (logo === '' || level === 'H') return level;
  return logoSize >= 15 ? 'H' : 'Q';
}

/** Lays a code out. The matrix has the look's effective level. */
export function layOut(matrix: Matrix, look: QrLook, parts: DrawingParts = {}): Drawing {
  const n = matrix.length;
  const logo = look.logo && parts.logo ? { ...parts.logo, area: logoArea(parts.logo, look, n) } : null;
  const grid = new Grid(matrix, logo && holeOf(logo.area));
  const frame = layOutFrame(look, n + 2 * look.margin);
  const d: Drawing = {
    width: frame.side + 2 * frame.pad,
    height: frame.pad + frame.side + frame.band,
    background: backgroundColor(look),
    layers: [],
    gradient: null,
    aligned: false,
  };
  const code = { x: frame.pad + look.margin, y: frame.pad + look.margin, w: n, h: n };
  const image = isImage(look.background) ? parts.background : undefined;
  if (image && !hasPanel(look)) addBackground(d, look, frame, image);
  if (hasPanel(look)) addPanel(d, look, frame);
  if (image && hasPanel(look)) addBackground(d, look, frame, image);
  addCaption(d, look, frame, parts.font);
  if (d.background !== look.light && frame.pad === 0) {
    const light = new Outline();
    light.box(0, 0, n, n, SHARP);
    addLayer(d, light, code, { color: look.light });
  }
  addCode(d, grid, look, code);
  if (logo) {
    const { x, y, w, h } = logo.area;
    const area = { x: x + code.x, y: y + code.y, w, h };
    const outline = new Outline();
    outline.box(area.x, area.y, w, h, SHARP);
    d.layers.push({ outline, paint: { bitmap: { href: logo.href, area, clipped: false } } });
  }
  return d;
}

/** The color around the modules, or below the image; empty if transparent. */
function backgroundColor({ background, light }: QrLook): string {
  if (background === 'transparent') return '';
  return background === '' || isImage(background) ? light : background;
}

/** Adds the modules and the corners. */
function addCode(d: Drawing, grid: Grid, look: QrLook, code: Area): void {
  const gradient = parseGradient(look.gradient);
  const dark: Paint = { color: look.dark };
  if (gradient) {
    dark.gradient = { ...gradient, area: code };
    d.gradient = dark.gradient;
  }
  const squareCorners = look.frame === 'square' && look.dot === 'square' && !look.frameColor && !look.dotColor;
  if (look.modules === 'square' && squareCorners) {
    d.aligned = d.layers.length === 0 || look.frameStyle === 'none';
    addLayer(d, runsOf(grid, false), code, dark);
    return;
  }
  addLayer(d, modulesOf(grid, look.modules as ModuleShape), code, dark);
  const frames = new Outline();
  const dots = new Outline();
  for (const corner of cornersOf(grid.size)) {
    drawFrame(frames, look.frame as Frame, corner);
    drawDot(dots, look.dot as Dot, look.frame as Frame, corner);
  }
  addLayer(d, frames, code, look.frameColor ? { color: look.frameColor } : dark);
  addLayer(d, dots, code, look.dotColor ? { color: look.dotColor } : dark);
}

/** The area of a logo in the center of a code. The longer side of the image has the size of the look. */
function logoArea({ width, height }: DrawnImage, { logoSize }: QrLook, modules: number): Area {
  const side = (modules * logoSize) / 100;
  const w = width > height ? side : (side * width) / height;
  const h = width > height ? (side * height) / width : side;
  return { x: modules / 2 - w / 2, y: modules / 2 - h / 2, w, h };
}

/** The modules that a logo clears. */
function holeOf({ x, y, w, h }: Area): Hole {
  return {
    minX: Math.floor(x - LOGO_GAP),
    minY: Math.floor(y - LOGO_GAP),
    maxX: Math.ceil(x + w + LOGO_GAP),
    maxY: Math.ceil(y + h + LOGO_GAP),
  };
}

/** The width by the height of the area of a background image. */
export function backgroundProportion({ width, height }: Pick<Drawing, 'width' | 'height'>, look: QrLook): number {
  return hasPanel(look) ? 1 : width / height;
}

/** Adds the image behind the code: in the window of a panel, else over the whole picture. */
function addBackground(d: Drawing, look: QrLook, frame: FrameLayout, { href }: DrawnImage): void {
  const clipped = hasPanel(look);
  const area = clipped
    ? { x: frame.pad, y: frame.pad, w: frame.side, h: frame.side }
    : { x: 0, y: 0, w: d.width, h: d.height };
  const outline = new Outline();
  outline.box(area.x, area.y, area.w, area.h, clipped ? WINDOW_RADII : SHARP);
  d.layers.push({ outline, paint: { bitmap: { href, area, clipped } } });
}
