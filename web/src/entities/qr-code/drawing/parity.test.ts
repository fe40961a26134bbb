import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { QrLook } from '../qr-code.types';
import { type CaptionFont, loadCaptionFont } from './caption';
import { effectiveLevel, layOut } from './drawing';
import { encode } from './matrix';
import { svgOf } from './svg';

/** Written by `go test ./internal/core/qr/picture -run WebApp -update`. */
interface Parity {
  images: Record<'logo' | 'background', [width: number, height: number]>;
  drawings: { text: string; look: QrLook; svg: string }[];
  matrices: { text: string; level: QrLook['level']; hash: string }[];
}

const file = readFileSync(`${import.meta.dirname}/testdata/parity.json.gz`);
const { images, drawings, matrices } = JSON.parse(gunzipSync(file).toString()) as Parity;

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
});
