import { expect, it } from 'vitest';
import { DOTS, LANDS } from '@/shared/data/world';
import { formatPerMillion, perMillion } from './per-capita';

it.each([
  [1204, 'DE', '14.3 per million people'],
  [8_412, 'DE', '100 per million people'],
  [1, 'VA', '1,000 per million people'],
  [1, 'IN', '0.00071 per million people'],
])('%i clicks of %s are %s', (clicks, code, words) => expect(formatPerMillion(perMillion(clicks, code))).toBe(words));

it('returns no rate for an unknown population', () => {
  expect(perMillion(5, 'ZZ')).toBeUndefined();
  expect(formatPerMillion(undefined)).toBe('population unknown');
});

it('has the population of every country of the map', () =>
  expect([...Object.keys(LANDS), ...Object.keys(DOTS)].filter((code) => perMillion(1, code) === undefined)).toEqual(
    [],
  ));
