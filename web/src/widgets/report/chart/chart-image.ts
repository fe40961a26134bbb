import { axisLabel, type Granularity } from '@/shared/charts/buckets';
import { countTicks, labelStops } from '@/shared/charts/ticks';
import { PRODUCT } from '@/shared/config/product';
import { formatCompact, formatCount } from '@/shared/lib/format';

export interface ChartImage {
  title: string;
  /** The date range. */
  subtitle: string;
  /** The unit: "clicks". */
  label: string;
  total: number;
  /** Imported clicks are a series of their own above the values. */
  points: readonly { start: string; value: number; imported?: number }[];
  granularity: Granularity;
  zone: string;
}

// In px of the picture, which is drawn at twice the density: sharp on slides and in print.
const [WIDTH, HEIGHT, DENSITY] = [1200, 630, 2];
const FRAME = { left: 88, right: WIDTH - 48, top: 200, bottom: HEIGHT - 96 };
/** More points than this are a line instead of bars. */
const MAX_BARS = 60;

const INKS = ['ink', 'muted', 'line', 'edge', 'paper', 'h4', 'viridian', 'saffron'] as const;
type Inks = Record<(typeof INKS)[number], string>;

/** The colors of the light theme, whatever the screen shows: a picture goes into documents. */
function lightInks(): Inks {
  const probe = document.createElement('span');
  probe.style.colorScheme = 'light';
  // Under reduced motion all transitions are short, but there: the first color would be read for every one.
  probe.style.transition = 'none';
  document.body.append(probe);
  const entries = INKS.map((name) => {
    probe.style.color = `var(--${name})`;
    return [name, getComputedStyle(probe).color];
  });
  probe.remove();
  return Object.fromEntries(entries) as Inks;
}

const font = (weight: number, size: number, family: 'display' | 'sans' | 'mono') =>
  // check-texts: not shown
  `${weight} ${size}px ${getComputedStyle(document.documentElement).getPropertyValue(`--${family}`)}`;

function words(to: CanvasRenderingContext2D, text: string, x: number, y: number, look: { font: string; ink: string }) {
  to.font = look.font;
  to.fillStyle = look.ink;
  to.fillText(text, x, y);
}

/** The text, cut with an ellipsis where it would not fit. */
function fitted(to: CanvasRenderingContext2D, text: string, width: number): string {
  if (to.measureText(text).width <= width) return text;
  let short = text;
  while (short && to.measureText(`${short}…`).width > width) short = short.slice(0, -1);
  return `${short}…`;
}

function drawHead(to: CanvasRenderingContext2D, inks: Inks, { title, subtitle, label, total }: ChartImage) {
  to.font = font(600, 40, 'display');
  words(to, fitted(to, title, WIDTH - 420), 48, 84, { font: to.font, ink: inks.ink });
  words(to, subtitle, 48, 124, { font: font(450, 20, 'sans'), ink: inks.muted });
  to.textAlign = 'right';
  words(to, formatCount(total), FRAME.right, 92, { font: font(600, 56, 'display'), ink: inks.ink });
  words(to, label, FRAME.right, 124, { font: font(450, 20, 'sans'), ink: inks.muted });
  to.textAlign = 'left';
  to.fillStyle = inks.saffron;
  to.fillRect(48, HEIGHT - 44, 16, 16);
  words(to, PRODUCT, 74, HEIGHT - 29, { font: font(600, 20, 'display'), ink: inks.ink });
}

function drawAxes(
  to: CanvasRenderingContext2D,
  inks: Inks,
  picture: ChartImage,
  ticks: readonly number[],
  top: number,
) {
  const look = { font: font(450, 16, 'mono'), ink: inks.muted };
  to.strokeStyle = inks.line;
  for (const tick of ticks) {
    const y = FRAME.bottom - (tick / top) * (FRAME.bottom - FRAME.top);
    to.beginPath();
    to.moveTo(FRAME.left, y);
    to.lineTo(FRAME.right, y);
    to.stroke();
    to.textAlign = 'right';
    words(to, formatCompact(tick), FRAME.left - 12, y + 5, look);
  }
  to.textAlign = 'left';
  const { points, granularity, zone } = picture;
  const width = (FRAME.right - FRAME.left) / points.length;
  let before: string | null = null;
  for (const at of labelStops(points.length, 9)) {
    const start = points[at]?.start ?? '';
    words(to, axisLabel(start, before, granularity, zone), FRAME.left + at * width, FRAME.bottom + 28, look);
    before = start;
  }
}

/** Diagonal strokes, transparent between them. */
function hatch(to: CanvasRenderingContext2D, ink: string): CanvasPattern | string {
  const size = 8;
  const tile = document.createElement('canvas');
  tile.width = size;
  tile.height = size;
  const on = tile.getContext('2d');
  if (!on) return ink;
  on.strokeStyle = ink;
  on.lineWidth = 1.5;
  for (const from of [-size, 0, size]) {
    on.moveTo(from, size);
    on.lineTo(from + size, 0);
  }
  on.stroke();
  return to.createPattern(tile, 'repeat') ?? ink;
}

/** Imported clicks, stacked on the values of their buckets. */
function drawImported(to: CanvasRenderingContext2D, inks: Inks, { points }: ChartImage, top: number) {
  const width = (FRAME.right - FRAME.left) / points.length;
  const gap = points.length <= MAX_BARS ? 0.14 : 0;
  const heightOf = (value: number) => (value / top) * (FRAME.bottom - FRAME.top);
  to.fillStyle = hatch(to, inks.edge);
  to.strokeStyle = inks.edge;
  to.lineWidth = 1;
  points.forEach(({ value, imported = 0 }, at) => {
    if (imported === 0) return;
    const box = [
      FRAME.left + (at + gap) * width,
      FRAME.bottom - heightOf(value + imported),
      width * (1 - 2 * gap),
      heightOf(imported),
    ] as const;
    to.fillRect(...box);
    if (gap > 0) to.strokeRect(...box);
  });
}

function drawValues(to: CanvasRenderingContext2D, inks: Inks, { points }: ChartImage, top: number) {
  const width = (FRAME.right - FRAME.left) / points.length;
  const heightOf = (value: number) => (value / top) * (FRAME.bottom - FRAME.top);
  if (points.length <= MAX_BARS) {
    to.fillStyle = inks.h4;
    points.forEach(({ value }, at) => {
      const height = Math.max(heightOf(value), value > 0 ? 2 : 0);
      to.fillRect(FRAME.left + (at + 0.14) * width, FRAME.bottom - height, width * 0.72, height);
    });
    return;
  }
  to.strokeStyle = inks.viridian;
  to.lineWidth = 2.5;
  to.beginPath();
  points.forEach(({ value }, at) => {
    const x = FRAME.left + (at + 0.5) * width;
    to.lineTo(x, FRAME.bottom - heightOf(value));
  });
  to.stroke();
}

/** Draws a chart of the figures as a PNG, in the faces of the page. */
export async function renderChartImage(picture: ChartImage): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH * DENSITY;
  canvas.height = HEIGHT * DENSITY;
  const to = canvas.getContext('2d');
  if (!to) throw new Error('This browser can’t create images.');
  // A family's stand-in may be missing from this machine; the face itself is then there all the same.
  await Promise.allSettled(
    [font(600, 40, 'display'), font(450, 20, 'sans'), font(450, 16, 'mono')].map((one) => document.fonts.load(one)),
  );
  const inks = lightInks();
  const heights = picture.points.map(({ value, imported = 0 }) => value + imported);
  const ticks = countTicks(Math.max(1, ...heights));
  const top = Math.max(1, ...ticks, ...heights);
  to.scale(DENSITY, DENSITY);
  to.fillStyle = inks.paper;
  to.fillRect(0, 0, WIDTH, HEIGHT);
  drawHead(to, inks, picture);
  drawAxes(to, inks, picture, ticks, top);
  drawImported(to, inks, picture, top);
  drawValues(to, inks, picture, top);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The image couldn’t be created.'))), 'image/png');
  });
}
