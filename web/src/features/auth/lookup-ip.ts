import { identify } from '@/shared/api/client';
import { installFacts } from '@/shared/config/product';
import { TIMING } from '@/shared/config/timing';

/** The visitor's public address; the empty text when the lookup fails, is silent for two seconds, or makes no sense. */
export async function lookupIp(): Promise<string> {
  try {
    const url = new URL(installFacts().ipLookupUrl, location.origin);
    const own = url.origin === location.origin;
    const response = await fetch(url, {
      signal: AbortSignal.timeout(TIMING.ipLookupMs),
      // A foreign service learns nothing but that somebody asks.
      ...(own ? { headers: identify(new Headers()), credentials: 'include' } : { credentials: 'omit' }),
    });
    const answer: unknown = response.ok ? await response.json() : null;
    const ip = typeof answer === 'object' && answer !== null && 'ip' in answer ? answer.ip : '';
    return typeof ip === 'string' ? ip : '';
  } catch {
    return '';
  }
}
