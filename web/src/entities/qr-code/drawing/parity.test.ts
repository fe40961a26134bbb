import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { QrLook } from '../qr-code.types';
import { type CaptionFont, loadCaptionFont } from './caption';
import { backgroundProportion, effectiveLevel, layOut } from './drawing';
import { cropOf } from './images';
import { encode } from './matrix';
import { svgOf } from './svg';

type Size = [width: number, height: number];
type Part = [left: number, top: number, width: number, height: number];

/** Written by `go test ./internal/core/qr/picture -run WebApp -update`. */
interface Parity {
  logo: Size;
  drawings: { text: string; look: QrLook; svg: string; background?: { image: Size; crop: Part } }[];
  matrices: { text: string; level: QrLook['level']; hash: string }[];
  crops: {
    image: Size;
    proportion: number;
    focal: [x: number, y: number];
    crop: Part;
  }[];
}

const file = readFileSync(`${import.meta.dirname}/testdata/parity.json.gz`);
const { logo, drawings, matrices, crops } = JSON.parse(gunzipSync(file).toString()) as Parity;

const imageOf = (href: string, [width, height]: Size) => ({ href, width, height });

function partOf([width, height]: Size, proportion: number, x: number, y: number): Part {
  const part = cropOf(width, height, proportion, { x, y });
  return [part.left, part.top, part.width, part.height];
}

describe('the web app’s QR renderer', () => {
  let font: CaptionFont;
  beforeAll(async () => {
    font = await loadCaptionFont();
  });

  const draw = ({ text, look, background }: Parity['drawings'][number]) =>
    layOut(encode(text, effectiveLevel(look)), look, {
      logo: look.logo ? imageOf('logo', logo) : undefined,
      background: background && imageOf('background', background.image),
      font,
    });

  it(`draws ${drawings.length} designs as the server does, to the byte`, () => {
    expect(drawings.length).toBeGreaterThanOrEqual(60);
    for (const design of drawings)
      expect(svgOf(draw(design), design.look.size), JSON.stringify(design.look)).toBe(design.svg);
  });

  it(`encodes ${matrices.length} texts as the server does, at every level`, () => {
    expect(matrices.length).toBeGreaterThanOrEqual(500);
    const hash = (text: string, level: QrLook['level']) => {
      const modules = encode(text, level).map((row) => row.map(Number).join(''));
      return createHash('sha256').update(modules.join('')).digest('hex').slice(0, 12);
    };
    for (const { text, level, hash: want } of matrices) expect(hash(text, level), `${level} ${text}`).toBe(want);
  });

  it('shows the same part of the image of a background, to the pixel', () => {
    const cropped = drawings.filter(({ background }) => background);
    expect(cropped.length).toBeGreaterThanOrEqual(60);
    expect(new Set(cropped.map(({ look }) => `${look.focalX} ${look.focalY}`)).size).toBeGreaterThanOrEqual(50);
    for (const design of cropped) {
      const { look, background } = design;
      const proportion = backgroundProportion(draw(design), look);
      const part = background && partOf(background.image, proportion, look.focalX, look.focalY);
      expect(part, JSON.stringify(look)).toEqual(background?.crop);
    }
  });

  it(`crops ${crops.length} images as the server does, to the pixel`, () => {
    expect(crops.length).toBeGreaterThanOrEqual(200);
    for (const { image, proportion, focal, crop } of crops) {
      expect(partOf(image, proportion, ...focal), JSON.stringify({ image, proportion, focal })).toEqual(crop);
    }
  });
});
