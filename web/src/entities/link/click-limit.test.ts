import { expect, it } from 'vitest';
import { clickLimitNote } from './click-limit';

it('explains a count above the click limit', () => {
  expect(clickLimitNote({ clickCount: 103, maxClicks: 100 })).toMatch(/^103 clicks with a limit of 100: /);
});

it('returns nothing for a link without a limit or within it', () => {
  expect(clickLimitNote({ clickCount: 103, maxClicks: null })).toBeUndefined();
  expect(clickLimitNote({ clickCount: 100, maxClicks: 100 })).toBeUndefined();
});
