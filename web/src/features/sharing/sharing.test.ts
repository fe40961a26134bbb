import { describe, expect, it } from 'vitest';
import { expiryTime, isExpired } from '@/entities/share/share-expiry';
import { formatMoney } from '@/shared/lib/format';
import { periodOptions, readShared, type Selection, writeShared } from './shared-state';

describe('the URL state of a shared page', () => {
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
  ] as const)('survives a round trip through the search %j', (search, state) => {
    expect(readShared(search)).toEqual(state);
    expect(writeShared(readShared(search))).toEqual(search);
  });

  it('ignores periods and dimensions that a shared page does not have', () => {
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
    ['are the rolling period and shorter ones', { interval: '28d' }, ['own', '7d', '24h']],
    ['are all when the page sets none', {}, ['24h', '7d', '30d', '90d', '12mo']],
    ['are none for a fixed period', { start: '2026-11-01T00:00:00Z', end: '2026-11-08T00:00:00Z' }, []],
    ['are none within a day', { interval: '24h' }, []],
  ] as const)('%s', (_, own, values) => {
    expect(periodOptions(selection(own)).map(({ value }) => value)).toEqual(values);
  });
});

describe('the expiry of a shared page', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');

  it('is a number of days ahead, or never', () => {
    expect(expiryTime('7', now)).toBe('2026-11-27T12:00:00.000Z');
    expect(expiryTime('never', now)).toBeNull();
  });

  it('is expired from its time on', () => {
    expect(isExpired('2026-11-20T12:00:00Z', now)).toBe(true);
    expect(isExpired('2026-11-20T12:00:01Z', now)).toBe(false);
    expect(isExpired(null, now)).toBe(false);
  });
});

describe('formatMoney', () => {
  it.each([
    [1299, 'EUR', '€12.99'],
    [500, 'JPY', '¥500'],
    [1234, 'KWD', 'KWD\u00a01.234'],
    [0, 'USD', '$0.00'],
  ])('formats %i minor units of %s as %s', (minor, currency, text) => {
    expect(formatMoney(minor, currency)).toBe(text);
  });
});
