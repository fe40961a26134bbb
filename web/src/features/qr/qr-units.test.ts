import { describe, expect, it } from 'vitest';
import { aQrCode } from '@/test/fixtures/qr-codes';
import { fileName } from './download';
import { parseQrSearch } from './qr-search';
import { contrast, judgeColours, judgeMargin } from './scannability';

describe('what scanners make of colours', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#000000', 1 / 21],
    ['#777777', '#ffffff', 4.48],
  ])('%s on %s has a contrast of %d', (dark, light, ratio) => expect(contrast(dark, light)).toBeCloseTo(ratio, 2));

  it.each([
    ['#101D1E', '#ffffff', 'good', 'Contrast 17.3 to 1: every scanner reads it.'],
    ['#777777', '#ffffff', 'fair', 'Contrast 4.5 to 1: enough on a screen; faded print may fail.'],
    ['#cccccc', '#ffffff', 'bad', 'Contrast 1.6 to 1: too little to be read. Take a darker colour.'],
    ['#ffffff', '#101d1e', 'bad', 'Light on dark: many scanners read only dark on light. Swap the two.'],
    ['#fff', '#101d1e', 'bad', 'Write colours as # and six digits.'],
  ])('%s on %s is %s', (dark, light, tone, says) => expect(judgeColours(dark, light)).toEqual({ tone, says }));

  it('asks for four quiet modules', () => {
    expect(judgeMargin(4)).toBeNull();
    expect(judgeMargin(1)).toContain('Scanners expect 4 light modules');
  });
});

describe('the name of a file', () => {
  it.each([
    ['launch', 'launch.svg'],
    ['a/b', 'a-b.svg'],
    ['docs/*', 'docs.svg'],
    ['*', 'qr-code.svg'],
    ['größe-🐦', 'größe-🐦.svg'],
  ])('of /%s is %s', (alias, name) => expect(fileName(aQrCode({ alias }), 'svg')).toBe(name));

  it('is the code’s own name where it has one', () => {
    expect(fileName(aQrCode({ name: 'Tram / poster: A2' }), 'png')).toBe('Tram - poster- A2.png');
  });
});

describe('the search of the URL', () => {
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
  ])('%j is read as %j', (given, read) => expect(parseQrSearch(given)).toEqual(read));
});
