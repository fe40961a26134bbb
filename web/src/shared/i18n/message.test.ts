import { afterEach, describe, expect, it } from 'vitest';
import { formatCompact, formatCount, formatDate, formatPercent, formatShare } from '@/shared/lib/format';
import { formatList } from '@/shared/lib/intl';
import { formatMessage } from './message';
import { midSentence } from './mid-sentence';
import { t, textOfCode } from './t';

afterEach(() => {
  globalThis.linnetCatalogue = undefined;
});

const speak = (language: string, texts: Record<string, string> = {}) => {
  globalThis.linnetCatalogue = { language, texts };
};

const LINKS = '{count, plural, =0 {no links} one {# link} other {# links}} in {folder}';

describe('a message', () => {
  it.each([
    [0, 'no links in Print'],
    [1, '1 link in Print'],
    [1200, '1,200 links in Print'],
  ])('has the form for %i', (count, text) => {
    expect(formatMessage(LINKS, { count, folder: 'Print' })).toBe(text);
  });

  it('leaves braces and # of values as they are', () => {
    expect(formatMessage(LINKS, { count: 2, folder: '{count} #1' })).toBe('2 links in {count} #1');
  });

  it('replaces placeholders within a form', () => {
    expect(formatMessage('{count, plural, one {{total} link} other {{total} links}}', { count: 9, total: '9+' })).toBe(
      '9+ links',
    );
  });

  it('has the forms of other languages', () => {
    speak('pl');
    const days = '{n, plural, one {# dzień} few {# dni} many {# dni.} other {# dnia}}';
    expect([1, 2, 5, 0.5].map((n) => formatMessage(days, { n }))).toEqual(['1 dzień', '2 dni', '5 dni.', '0,5 dnia']);
  });

  it('keeps a placeholder without a value, and rejects braces that do not match', () => {
    expect(formatMessage('{a} {b}', { a: 1 })).toBe('1 {b}');
    expect(() => formatMessage('{a', { a: 1 })).toThrow('not closed');
  });
});

describe('t', () => {
  it('returns the English text without a catalogue', () => {
    expect(t('Open')).toBe('Open');
    expect(t('{count} of {total}', { count: 1000, total: 2 })).toBe('1,000 of 2');
    expect(textOfCode('rate_limited')).toBeUndefined();
  });

  it('returns the translation, by its context where it has one', () => {
    speak('de', { Share: 'Teilen', '[part] Share': 'Anteil', '[code] rate_limited': 'Zu viele Versuche.' });
    expect(t('Share')).toBe('Teilen');
    expect(t('Share', { context: 'part' })).toBe('Anteil');
    expect(t('Unknown to the catalogue')).toBe('Unknown to the catalogue');
    expect(textOfCode('rate_limited')).toBe('Zu viele Versuche.');
  });

  it('writes labels inside of sentences as the language does', () => {
    expect(midSentence('Country')).toBe('country');
    speak('de');
    expect(midSentence('Land')).toBe('Land');
  });
});

it('writes numbers, dates and lists in the language', () => {
  const time = '2026-10-24T12:00:00Z';
  const written = () => [
    formatCount(12480),
    formatCompact(1_250_000),
    formatPercent(43),
    formatShare(0.025),
    formatDate(time, 'UTC'),
    formatList(['a', 'b', 'c']),
  ];
  expect(written()).toEqual(['12,480', '1.3M', '43%', '2.5%', '24 Oct 2026', 'a, b and c']);
  speak('de');
  expect(written()).toEqual(['12.480', '1,3\u00a0Mio.', '43\u00a0%', '2,5\u00a0%', '24. Okt. 2026', 'a, b und c']);
});
