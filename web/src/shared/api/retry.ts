import { TIMING } from '@/shared/config/timing';
import { connection } from './connection';
import { ApiError } from './errors';

// What cannot succeed by asking again.
const FINAL = new Set([400, 401, 402, 403, 404, 405, 409, 410, 412, 422]);

/** Whether a failed query is retried: up to three times, unless the answer is final or the server is known to be away. */
export function shouldRetry(failures: number, error: unknown): boolean {
  if (error instanceof ApiError && FINAL.has(error.status)) return false;
  if (connection.state.get() !== 'online') return false;
  return failures < TIMING.retries;
}

/** The pause before the n-th repetition (from 0), in ms: 1 s, 2 s, 4 s … at most 30 s. */
export function retryDelay(failures: number): number {
  return Math.min(TIMING.retryBaseMs * 2 ** failures, TIMING.retryMaxMs);
}

/** Repeats a failing call by these rules, as the application's queries are. Rejects with the last error. */
export async function withRetries<T>(call: () => Promise<T>): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await call();
    } catch (error) {
      if (!shouldRetry(failures, error)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, retryDelay(failures)));
  }
}
