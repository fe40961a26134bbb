import { describe, expect, it } from 'vitest';
import { closest } from './closest';

describe('closest', () => {
  const words = ['Germany', 'France', 'Niger', 'Nigeria', 'Oman'];
  it.each([
    ['Germnay', 'Germany'],
    ['farnce', 'France'],
    ['Nigera', 'Niger'],
    ['Omn', 'Oman'],
    ['xy', null],
    ['Atlantis', null],
  ])('finds for %s %s', (typed, word) => expect(closest(typed, words)).toBe(word));
});
