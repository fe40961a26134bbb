import { afterEach, describe, expect, it } from 'vitest';
import { hashParam } from './hash-params';

afterEach(() => history.replaceState(null, '', '/'));

describe('hashParam', () => {
  it('reads a parameter of the fragment', () => {
    history.replaceState(null, '', '/reset-password?token=query#token=a-b_c&x=1');
    expect(hashParam('token')).toBe('a-b_c');
    expect(hashParam('x')).toBe('1');
  });

  it('is empty when there is none', () => {
    history.replaceState(null, '', '/reset-password?token=query');
    expect(hashParam('token')).toBe('');
  });
});
