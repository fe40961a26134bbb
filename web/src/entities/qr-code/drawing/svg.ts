import type { AreaGradient, Bitmap, Drawing, Layer } from './layers';
import { COORDS, type Outline } from './outline';

/** The drawing as an SVG document of a width in pixels: the text that the server writes for the same look. */
export function svgOf(d: Drawing, size: number): string {
  const [width, height] = [number(d.width), number(d.height)];
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${Math.round((size * d.height) / d.width)}"`,
    ` viewBox="0 0 ${width} ${height}"${d.aligned ? ' shape-rendering="crispEdges"' : ''}>`,
  ];
  if (d.background) parts.push(`<path fill="${d.background}" d="M0 0h${width}v${height}H0z"/>`);
  if (d.gradient) parts.push(gradientElement(d.gradient));
  for (const layer of d.layers)
    parts.push(layer.paint.bitmap ? imageElement(layer, layer.paint.bitmap) : pathElement(layer));
  parts.push('</svg>');
  return parts.join('');
}

function pathElement({ outline, paint }: Layer): string {
  return `<path fill="${paint.gradient ? 'url(#g)' : paint.color}" d="${pathData(outline)}"/>`;
}

function gradientElement(g: AreaGradient): string {
  const { x, y, w } = g.area;
  const [cx, cy] = [x + w / 2, y + w / 2];
  const stops = `<stop stop-color="${g.from}"/><stop offset="1" stop-color="${g.to}"/>`;
  if (g.kind === 'radial') {
    const at = `cx="${number(cx)}" cy="${number(cy)}" r="${number(w / Math.SQRT2)}"`;
    return `<radialGradient id="g" gradientUnits="userSpaceOnUse" ${at}>${stops}</radialGradient>`;
  }
  const angle = (g.degrees * Math.PI) / 180;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const half = (w / 2) * (Math.abs(sin) + Math.abs(cos));
  const from = `x1="${number(cx - half * cos)}" y1="${number(cy - half * sin)}"`;
  const to = `x2="${number(cx + half * cos)}" y2="${number(cy + half * sin)}"`;
  return `<linearGradient id="g" gradientUnits="userSpaceOnUse" ${from} ${to}>${stops}</linearGradient>`;
}

function imageElement({ outline }: Layer, { href, area, clipped }: Bitmap): string {
  const clip = clipped ? `<clipPath id="w"><path d="${pathData(outline)}"/></clipPath>` : '';
  const at = `x="${number(area.x)}" y="${number(area.y)}" width="${number(area.w)}" height="${number(area.h)}"`;
  const clipPath = clipped ? ' clip-path="url(#w)"' : '';
  // The attribute of SVG 1.1, which Illustrator needs.
  const link = `xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="${href}"`;
  return `${clip}<image ${at} preserveAspectRatio="none"${clipPath} ${link}/>`;
}

/** The path data of an outline, with relative commands because they are shorter. */
export function pathData({ verbs, coords }: Outline): string {
  const parts: string[] = [];
  let [x, y, startX, startY, index] = [0, 0, 0, 0, 0];
  const at = (offset: number) => coords[index + offset] ?? 0;
  for (const verb of verbs) {
    const count = COORDS[verb];
    switch (verb) {
      case 'move':
        parts.push(`M${number(at(0))} ${number(at(1))}`);
        [startX, startY] = [at(0), at(1)];
        break;
      case 'line':
        parts.push(lineData(number(at(0) - x), number(at(1) - y)));
        break;
      case 'curve': {
        const points = [0, 2, 4].map((offset) => `${number(at(offset) - x)} ${number(at(offset + 1) - y)}`);
        parts.push(`c${points.join(' ')}`);
        break;
      }
      case 'close':
        parts.push('z');
        [x, y] = [startX, startY];
    }
    if (count > 0) [x, y] = [at(count - 2), at(count - 1)];
    index += count;
  }
  return parts.join('');
}

function lineData(dx: string, dy: string): string {
  if (dy === '0') return `h${dx}`;
  return dx === '0' ? `v${dy}` : `l${dx} ${dy}`;
}

/** A coordinate with up to three decimals. Halves are rounded away from zero, as the server does. */
function number(value: number): string {
  const scaled = Math.round(Math.abs(value) * 1000);
  return String(scaled === 0 ? 0 : (Math.sign(value) * scaled) / 1000);
}
