import { identify } from '@/shared/api/request';
import { installFacts } from '@/shared/config/product';
import { TIMING } from '@/shared/config/timing';

/** Returns the visitor's public address; '' when the lookup fails, times out or returns no address. */
export async function lookupIp(): Promise<string> {
  try {
    const url = new URL(installFacts().ipLookupUrl, location.origin);
    const own = url.origin === location.origin;
    const response = await fetch(url, {
      signal: AbortSignal.timeout(TIMING.ipLookupMs),
      // A third-party service receives no credentials or identifiers.
      ...(own ? { headers: identify(new Headers()), credentials: 'include' } : { credentials: 'omit' }),
    });
    const answer: unknown = response.ok ? await response.json() : null;
    const ip = typeof answer === 'object' && answer !== null && 'ip' in answer ? answer.ip : '';
    return typeof ip === 'string' ? ip : '';
  } catch {
    return '';
  }
}
