import { describe, expect, it } from 'vitest';
import { aQrCode } from '@/test/fixtures/qr-codes';
import { fileName } from './download';
import { parseQrSearch } from './qr-search';
import { checkColors, checkMargin, contrast } from './scannability';

describe('color checks', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#000000', 1 / 21],
    ['#777777', '#ffffff', 4.48],
  ])('compute for %s on %s a contrast of %d', (dark, light, ratio) =>
    expect(contrast(dark, light)).toBeCloseTo(ratio, 2),
  );

  it.each([
    ['#101D1E', '#ffffff', 'good', 'Contrast 17.3:1 works with every scanner.'],
    ['#777777', '#ffffff', 'fair', 'Contrast 4.5:1 is fine on screens, but faded prints may fail.'],
    ['#cccccc', '#ffffff', 'bad', 'Contrast 1.6:1 is too low. Use a darker module color.'],
    ['#ffffff', '#101d1e', 'bad', 'Many scanners can’t read light on dark. Swap the colors.'],
    ['#fff', '#101d1e', 'bad', 'Enter colors such as #1a2b3c.'],
  ])('rate %s on %s as %s', (dark, light, tone, message) =>
    expect(checkColors(dark, light)).toEqual({ tone, message }),
  );

  it('warn about a margin of less than 4 modules', () => {
    expect(checkMargin(4)).toBeNull();
    expect(checkMargin(1)).toContain('Scanners expect a margin of 4 modules');
  });
});

describe('file name', () => {
  it.each([
    ['launch', 'launch.svg'],
    ['a/b', 'a-b.svg'],
    ['docs/*', 'docs.svg'],
    ['*', 'qr-code.svg'],
    ['größe-🐦', 'größe-🐦.svg'],
  ])('for /%s is %s', (alias, name) => expect(fileName(aQrCode({ alias }), 'svg')).toBe(name));

  it('is the code’s name if it has one', () => {
    expect(fileName(aQrCode({ name: 'Tram / poster: A2' }), 'png')).toBe('Tram - poster- A2.png');
  });
});

describe('QR search', () => {
  it.each([
    [{}, { q: '' }],
    [
      { q: 'menu', new: 1, linkId: 'lnk_1' },
      { q: 'menu', new: 1, linkId: 'lnk_1' },
    ],
    [{ q: 2026, new: 'yes', edit: ['a'] }, { q: '2026' }],
    [
      { q: null, linkId: '', edit: 'qrc_1' },
      { q: '', edit: 'qrc_1' },
    ],
  ])('parses %j as %j', (given, parsed) => expect(parseQrSearch(given)).toEqual(parsed));
});
