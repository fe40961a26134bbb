import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from './errors';
import { retryDelay, shouldRetry, withRetries } from './retry';

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
});

describe('withRetries', () => {
  afterEach(() => vi.useRealTimers());

  it('returns the first result', async () => {
    vi.useFakeTimers();
    const call = vi.fn().mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValue('done');
    const result = withRetries(call);
    await vi.advanceTimersByTimeAsync(999);
    expect(call).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    await expect(result).resolves.toBe('done');
    expect(call).toHaveBeenCalledTimes(2);
  });

  it('rejects with the last error after three repetitions', async () => {
    vi.useFakeTimers();
    const call = vi.fn(() => Promise.reject(new ApiError(503, {}, `call ${call.mock.calls.length}`)));
    const result = expect(withRetries(call)).rejects.toMatchObject({ requestId: 'call 4' });
    await vi.advanceTimersByTimeAsync(7000);
    await result;
  });

  it('rejects at once when a repetition cannot succeed', async () => {
    const call = vi.fn().mockRejectedValue(new ApiError(404, {}, ''));
    await expect(withRetries(call)).rejects.toMatchObject({ status: 404 });
    expect(call).toHaveBeenCalledTimes(1);
  });
});
