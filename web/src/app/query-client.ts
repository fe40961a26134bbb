import { QueryClient } from '@tanstack/react-query';
import { shareAnswer } from '@/shared/api/answer-events';
import { connection } from '@/shared/api/connection';
import { ApiError } from '@/shared/api/errors';
import { TIMING } from '@/shared/config/timing';

// What cannot succeed by asking again.
const FINAL = new Set([400, 401, 402, 403, 404, 405, 409, 410, 412, 422]);

/** Whether a failed query is retried: up to three times, unless the answer is final or the server is known to be away. */
export function shouldRetry(failures: number, error: Error): boolean {
  if (error instanceof ApiError && FINAL.has(error.status)) return false;
  if (connection.get() !== 'online') return false;
  return failures < TIMING.retries;
}

/** The pause before the n-th repetition (from 0), in ms: 1 s, 2 s, 4 s … at most 30 s. */
export function retryDelay(failures: number): number {
  return Math.min(TIMING.retryBaseMs * 2 ** failures, TIMING.retryMaxMs);
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // A call fails at once without a network, so that the page says so instead of waiting in silence.
      queries: {
        networkMode: 'always',
        refetchOnReconnect: false,
        gcTime: TIMING.cacheMs,
        staleTime: TIMING.staleMs,
        retry: shouldRetry,
        retryDelay,
        structuralSharing: shareAnswer,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
