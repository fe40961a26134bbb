import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { QrLook } from '../qr-code.types';
import { type CaptionFont, loadCaptionFont } from './caption';
import { effectiveLevel, layOut } from './drawing';
import { cropOf } from './images';
import { encode } from './matrix';
import { svgOf } from './svg';

/** Written by `go test ./internal/core/qr/picture -run WebApp -update`. */
interface Parity {
  images: Record<'logo' | 'background', [width: number, height: number]>;
  drawings: { text: string; look: QrLook; svg: string }[];
  matrices: { text: string; level: QrLook['level']; hash: string }[];
  crops: {
    image: [width: number, height: number];
    proportion: number;
    focal: [x: number, y: number];
    crop: [left: number, top: number, width: number, height: number];
  }[];
}

const file = readFileSync(`${import.meta.dirname}/testdata/parity.json.gz`);
const { images, drawings, matrices, crops } = JSON.parse(gunzipSync(file).toString()) as Parity;

function imageOf(name: 'logo' | 'background') {
  const [width, height] = images[name];
  return { href: name, width, height };
}

describe('the web app’s QR renderer', () => {
  let font: CaptionFont;
  beforeAll(async () => {
    font = await loadCaptionFont();
  });

  const draw = (text: string, look: QrLook) =>
    svgOf(
      layOut(encode(text, effectiveLevel(look)), look, {
        logo: look.logo ? imageOf('logo') : undefined,
        background: look.background.startsWith('med_') ? imageOf('background') : undefined,
        font,
      }),
      look.size,
    );

  it(`draws ${drawings.length} designs as the server does, to the byte`, () => {
    expect(drawings.length).toBeGreaterThanOrEqual(60);
    for (const { text, look, svg } of drawings) expect(draw(text, look), JSON.stringify(look)).toBe(svg);
  });

  it(`encodes ${matrices.length} texts as the server does, at every level`, () => {
    expect(matrices.length).toBeGreaterThanOrEqual(500);
    const hash = (text: string, level: QrLook['level']) => {
      const modules = encode(text, level).map((row) => row.map(Number).join(''));
      return createHash('sha256').update(modules.join('')).digest('hex').slice(0, 12);
    };
    for (const { text, level, hash: want } of matrices) expect(hash(text, level), `${level} ${text}`).toBe(want);
  });

  it(`crops ${crops.length} images as the server does, within two pixels`, () => {
    expect(crops.length).toBeGreaterThanOrEqual(200);
    for (const { image, proportion, focal, crop } of crops) {
      const part = cropOf(image[0], image[1], proportion, { x: focal[0], y: focal[1] });
      // The server rounds the size of the part, and then its position.
      const differences = [part.left, part.top, part.width, part.height].map((value, at) =>
        Math.abs(value - (crop[at] ?? Number.NaN)),
      );
      expect(Math.max(...differences), JSON.stringify({ image, proportion, focal, crop })).toBeLessThan(2);
    }
  });
});
