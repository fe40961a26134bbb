import { sessionStore } from '@/shared/lib/session-store';

interface TrackedNavigator extends Navigator {
  deviceMemory?: number;
  globalPrivacyControl?: boolean;
}

function refusesTracking(nav: TrackedNavigator): boolean {
  return nav.doNotTrack === '1' || nav.globalPrivacyControl === true;
}

function cookie(name: string): string {
  const pair = document.cookie.split('; ').find((part) => part.startsWith(`${name}=`));
  return pair ? pair.slice(name.length + 1) : '';
}

function timeZone(): string {
  try {
    return Intl.DateTimeFormat().resolvedOptions().timeZone;
  } catch {
    return '';
  }
}

/** Header values are Latin-1; anything else would make fetch throw and lose the sign-in. */
function safe(value: string): string {
  return value.replace(/[^\x20-\x7e]/g, '');
}

/**
 * The device headers of sign-up and login. A page cannot set `DNT` or `User-Agent`, so all names begin with X-.
 * The advertising identifiers (Meta's browser and click id cookies) are left out when the visitor refuses tracking.
 * A fact that the browser does not give is left out too.
 */
export function deviceHeaders(now: Date = new Date()): Record<string, string> {
  const nav: TrackedNavigator = navigator;
  const quiet = refusesTracking(nav);
  const facts: Record<string, string | number | undefined> = {
    'X-Device-Id': sessionStore.deviceId(),
    'X-Request-Time': now.toISOString(),
    'X-Do-Not-Track': quiet ? '1' : (nav.doNotTrack ?? '0'),
    'X-Language': nav.language,
    'X-Platform': nav.platform,
    'X-Screen-Size': typeof screen === 'undefined' ? undefined : `${screen.width}x${screen.height}`,
    'X-Time-Zone': timeZone(),
    'X-Color-Depth': typeof screen === 'undefined' ? undefined : screen.colorDepth,
    'X-Cpu-Count': nav.hardwareConcurrency,
    'X-Device-Memory': nav.deviceMemory,
    'X-Browser-User-Agent': nav.userAgent,
    'X-Ad-Browser-Id': quiet ? undefined : cookie('_fbp'),
    'X-Ad-Click-Id': quiet ? undefined : cookie('_fbc'),
  };
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(facts)) {
    const text = value === undefined ? '' : safe(String(value));
    if (text !== '') headers[name] = text;
  }
  return headers;
}
