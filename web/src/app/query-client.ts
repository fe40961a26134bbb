import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '@/shared/api/errors';
import { TIMING } from '@/shared/config/timing';

// What cannot succeed by asking again.
const FINAL = new Set([400, 401, 402, 403, 404, 405, 409, 410, 412, 422]);

/** Whether a failed query is asked again: up to three times, unless the answer is final. */
export function shouldRetry(failures: number, error: Error): boolean {
  if (error instanceof ApiError && FINAL.has(error.status)) return false;
  return failures < TIMING.retries;
}

/** The pause before the n-th repetition (from 0), in ms: 1 s, 2 s, 4 s … at most 30 s. */
export function retryDelay(failures: number): number {
  return Math.min(TIMING.retryBaseMs * 2 ** failures, TIMING.retryMaxMs);
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { gcTime: TIMING.cacheMs, staleTime: TIMING.staleMs, retry: shouldRetry, retryDelay },
      mutations: { retry: false },
    },
  });
}
