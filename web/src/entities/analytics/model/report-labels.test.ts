import { describe, expect, it } from 'vitest';
import { percentChange } from './report-labels';

describe('percentChange', () => {
  it.each([
    [15, 10, 50],
    [5, 0, 'new'],
    [0, 0, null],
    [5, undefined, null],
  ] as const)('%d after %s', (now, before, change) => expect(percentChange(now, before)).toBe(change));
});
