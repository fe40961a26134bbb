import { TIMING } from '@/shared/config/timing';
import { t } from '@/shared/i18n/t';
import { createStore, type Store } from '@/shared/lib/store';

/** `offline`: the browser has no network. `unreachable`: there is a network, and the server does not answer. */
export type Connection = 'online' | 'offline' | 'unreachable';

/** What a page says while the server cannot be reached. */
export const CONNECTION_TEXT: Readonly<Record<Exclude<Connection, 'online'>, string>> = {
  offline: t('You’re offline. This page may be out of date, and changes can’t be saved.'),
  unreachable: t('Linnet can’t be reached. Trying again…'),
};

const HEALTH = '/healthz';

/**
 * Whether the server can be reached, for the whole tab. A call that got no answer is only a suspicion: the health check
 * confirms it and is then repeated, ever more slowly, until the server answers again.
 */
class ConnectionCheck {
  private readonly current = createStore<Connection>('online');
  readonly state: Store<Connection> = this.current;
  private probing = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Follows the browser's own events. The app calls it once. */
  start(): void {
    addEventListener('offline', () => this.current.set('offline'));
    addEventListener('online', () => void this.probe(0));
    if (navigator.onLine === false) this.current.set('offline');
  }

  /** Reports a call that ended without an answer. */
  suspect(): void {
    if (this.current.get() === 'online') void this.probe(0);
  }

  /** Checks the connection now instead of at the next interval. */
  retry(): void {
    void this.probe(0);
  }

  private async probe(tries: number): Promise<void> {
    if (this.probing) return;
    clearTimeout(this.timer);
    this.probing = true;
    const reached = await answers();
    this.probing = false;
    if (reached) {
      this.current.set('online');
      return;
    }
    this.current.set(navigator.onLine === false ? 'offline' : 'unreachable');
    const pause = Math.min(TIMING.retryBaseMs * 2 ** tries, TIMING.probeMaxMs);
    this.timer = setTimeout(() => void this.probe(tries + 1), pause);
  }
}

async function answers(): Promise<boolean> {
  try {
    const response = await fetch(HEALTH, { cache: 'no-store', signal: AbortSignal.timeout(TIMING.probeMs) });
    return response.ok;
  } catch {
    return false;
  }
}

export const connection = new ConnectionCheck();

/** Calls back each time the server can be reached again; the result unsubscribes. */
export function onReconnect(callback: () => void): () => void {
  let previous = connection.state.get();
  return connection.state.subscribe(() => {
    const now = connection.state.get();
    if (now === 'online' && previous !== 'online') callback();
    previous = now;
  });
}
