import { describe, expect, it } from 'vitest';
import { aQrCode } from '@/test/fixtures/qr-codes';
import { fileName } from './download';
import { parseQrSearch } from './qr-search';

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
    [{ q: 2026, new: 'yes', linkId: ['a'] }, { q: '2026' }],
    [{ q: null, linkId: '' }, { q: '' }],
  ])('parses %j as %j', (given, parsed) => expect(parseQrSearch(given)).toEqual(parsed));
});
