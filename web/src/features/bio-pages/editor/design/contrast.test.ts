import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contrast, readable, readableShade } from './contrast';

interface Case {
  background: string;
  text: string;
  wanted: number;
  shade: number;
}

// The cases of the server's test: the editor describes the shade that the server uses.
const FILE = new URL('../../../../../../internal/core/page/theme/testdata/shades.json', import.meta.url);
const cases: Case[] = JSON.parse(readFileSync(FILE, 'utf8'));

describe('readableShade', () => {
  it.each(cases)('shades an image under $text with $background from $wanted to $shade', (one) => {
    expect(readableShade(one.background, one.text, one.wanted)).toBe(one.shade);
  });
});

describe('readable', () => {
  it('returns a readable color as it is, and the nearest readable one otherwise', () => {
    expect(readable('#101d1e', '#fbfaf6')).toBe('#101d1e');
    expect(contrast(readable('#eeeeee', '#ffffff'), '#ffffff')).toBeGreaterThanOrEqual(4.5);
    expect(contrast(readable(undefined, '#808080'), '#808080')).toBeGreaterThanOrEqual(4.5);
  });
});
