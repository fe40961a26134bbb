import { describe, expect, it } from 'vitest';
import { ApiError } from '@/shared/api/errors';
import { createQueryClient, retryDelay, shouldRetry } from './query-client';

describe('repeating failed queries', () => {
  it('AC-206: waits 1, 2, 4 … and at most 30 seconds', () => {
    expect([0, 1, 2, 3, 4, 5, 20].map(retryDelay)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  });

  it.each([401, 403, 404, 422])('AC-205: asks no second time after %d', (status) => {
    expect(shouldRetry(0, new ApiError(status, {}, ''))).toBe(false);
  });

  it.each([408, 429, 500, 503])('AC-205: asks three more times after %d', (status) => {
    expect([0, 1, 2, 3].map((failures) => shouldRetry(failures, new ApiError(status, {}, '')))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  it('asks three more times without an answer', () => {
    expect([2, 3].map((failures) => shouldRetry(failures, new TypeError('Failed to fetch')))).toEqual([true, false]);
  });

  it('AC-207, AC-208: keeps unused answers five minutes and never repeats a mutation', () => {
    const { queries, mutations } = createQueryClient().getDefaultOptions();
    expect(queries?.gcTime).toBe(300_000);
    expect(mutations?.retry).toBe(false);
  });
});
