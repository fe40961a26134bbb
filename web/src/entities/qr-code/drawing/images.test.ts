import { describe, expect, it } from 'vitest';
import { cropOf } from './images';

describe('cropOf', () => {
  it.each([
    ['the middle of a wide image', 300, 100, 1, { x: 50, y: 50 }, { left: 100, top: 0, width: 100, height: 100 }],
    ['its left edge', 300, 100, 1, { x: 0, y: 50 }, { left: 0, top: 0, width: 100, height: 100 }],
    ['its right edge', 300, 100, 1, { x: 100, y: 0 }, { left: 200, top: 0, width: 100, height: 100 }],
    ['a quarter down a tall image', 100, 300, 1, { x: 0, y: 25 }, { left: 0, top: 50, width: 100, height: 100 }],
    ['a wide part of a square', 100, 100, 2, { x: 0, y: 100 }, { left: 0, top: 50, width: 100, height: 50 }],
    ['all of an image with the proportion', 80, 40, 2, { x: 9, y: 9 }, { left: 0, top: 0, width: 80, height: 40 }],
  ])('takes %s when the focal point is there', (_, width, height, proportion, point, want) => {
    expect(cropOf(width, height, proportion, point)).toEqual(want);
  });
});
