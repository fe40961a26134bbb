import { describe, expect, it } from 'vitest';
import { endOf, isOver } from '@/entities/share/share-expiry';
import { formatMoney } from '@/shared/lib/format';
import { periodOptions, readShared, type Selection, writeShared } from './shared-state';

describe('what a visitor of a shared page has chosen', () => {
  it.each([
    [{}, { interval: undefined, filters: {} }],
    [
      { interval: '7d', country: 'DE,-AT' },
      { interval: '7d', filters: { country: { is: ['DE'], not: ['AT'] } } },
    ],
    [
      { utmCampaign: '(none)', linkId: 'lnk_1' },
      { interval: undefined, filters: { utmCampaign: { is: [''], not: [] }, link: { is: ['lnk_1'], not: [] } } },
    ],
  ] as const)('comes back from the address %j', (search, state) => {
    expect(readShared(search)).toEqual(state);
    expect(writeShared(readShared(search))).toEqual(search);
  });

  it('never leads beyond what a shared page may show', () => {
    const state = readShared({
      interval: 'all',
      rule: 'rul_1',
      referrerUrl: 'x',
      folder: 'fld_1',
      tag: 'spring',
      url: 'x',
      botReason: 'agent',
    });
    expect(state).toEqual({ interval: undefined, filters: {} });
  });
});

const selection = (own: Partial<Selection>) =>
  ({ interval: null, start: null, end: null, filters: [], parts: [], traffic: 'human', ...own }) as Selection;

describe('the periods of a shared page', () => {
  it.each([
    ['offers only shorter ones than the rolling one', { interval: '28d' }, ['own', '7d', '24h']],
    ['offers any where the page has none', {}, ['24h', '7d', '30d', '90d', '12mo']],
    ['offers none within fixed days', { start: '2026-11-01T00:00:00Z', end: '2026-11-08T00:00:00Z' }, []],
    ['offers none within a day', { interval: '24h' }, []],
  ] as const)('%s', (_, own, values) => {
    expect(periodOptions(selection(own)).map(({ value }) => value)).toEqual(values);
  });
});

describe('the end of a shared page', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');

  it('is so many days ahead, or never', () => {
    expect(endOf('7', now)).toBe('2026-11-27T12:00:00.000Z');
    expect(endOf('never', now)).toBeNull();
  });

  it('is over from its moment on', () => {
    expect(isOver('2026-11-20T12:00:00Z', now)).toBe(true);
    expect(isOver('2026-11-20T12:00:01Z', now)).toBe(false);
    expect(isOver(null, now)).toBe(false);
  });
});

describe('money', () => {
  it.each([
    [1299, 'EUR', '€12.99'],
    [500, 'JPY', '¥500'],
    [1234, 'KWD', 'KWD\u00a01.234'],
    [0, 'USD', '$0.00'],
  ])('of %i minor units of %s is %s', (minor, currency, text) => {
    expect(formatMoney(minor, currency)).toBe(text);
  });
});
