import { describe, expect, it } from 'vitest';
import { createQueryClient } from './query-client';

describe('the cache', () => {
  it('AC-207, AC-208: keeps unused answers five minutes and never repeats a mutation', () => {
    const { queries, mutations } = createQueryClient().getDefaultOptions();
    expect(queries?.gcTime).toBe(300_000);
    expect(mutations?.retry).toBe(false);
  });
});
