import { secondsOf } from './error.ts';

export interface RetryOptions {
  /** How often a request is repeated after a 429, a 503 or a failed connection; 3 by default. */
  retries?: number;
  /** Sends requests; the global `fetch` by default. */
  fetch?: (request: Request) => Promise<Response>;
}

/** The longest Retry-After, in seconds, after which a request is repeated. */
const MAX_WAIT = 60;

/**
 * Returns a `fetch` that repeats requests which the server was too busy for. Writes have an Idempotency-Key, so that they
 * have their effect once.
 */
export function retrying({ retries = 3, fetch: send = (request) => fetch(request) }: RetryOptions) {
  return async (request: Request): Promise<Response> => {
    if (request.method !== 'GET' && !request.headers.has('Idempotency-Key')) {
      request.headers.set('Idempotency-Key', crypto.randomUUID());
    }
    for (let attempt = 1; ; attempt++) {
      const last = attempt > retries;
      let wait = 2 ** (attempt - 1);
      try {
        const response = await send(last ? request : request.clone());
        wait = secondsOf(response) ?? wait;
        if (last || !(response.status === 429 || response.status === 503) || wait > MAX_WAIT) return response;
        await response.body?.cancel();
      } catch (error) {
        if (last || request.signal.aborted) throw error;
      }
      await pause(wait * 1000, request.signal);
    }
  };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}
