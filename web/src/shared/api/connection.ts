import { TIMING } from '@/shared/config/timing';

/** `offline`: the browser has no network. `unreachable`: there is a network, and the server does not answer. */
export type Connection = 'online' | 'offline' | 'unreachable';

/** What a page says while the server cannot be reached. */
export const CONNECTION_TEXT: Readonly<Record<Exclude<Connection, 'online'>, string>> = {
  offline: 'You’re offline. This page may be out of date, and changes can’t be saved.',
  unreachable: 'Linnet can’t be reached. Trying again…',
};

const HEALTH = '/healthz';

/**
 * Whether the server can be reached, for the whole tab. A call that got no answer is only a suspicion: the health check
 * confirms it and is then repeated, ever more slowly, until the server answers again.
 */
class ConnectionStore {
  private state: Connection = 'online';
  private readonly listeners = new Set<() => void>();
  private probing = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Follows the browser's own events. The app calls it once. */
  start(): void {
    addEventListener('offline', () => this.set('offline'));
    addEventListener('online', () => void this.probe(0));
    if (navigator.onLine === false) this.set('offline');
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly get = (): Connection => this.state;

  /** Reports a call that ended without an answer. */
  suspect(): void {
    if (this.state === 'online') void this.probe(0);
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
      this.set('online');
      return;
    }
    this.set(navigator.onLine === false ? 'offline' : 'unreachable');
    const pause = Math.min(TIMING.retryBaseMs * 2 ** tries, TIMING.probeMaxMs);
    this.timer = setTimeout(() => void this.probe(tries + 1), pause);
  }

  private set(next: Connection): void {
    if (next === this.state) return;
    this.state = next;
    for (const listener of this.listeners) listener();
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

export const connection = new ConnectionStore();

/** Calls back each time the server can be reached again; the result unsubscribes. */
export function onReconnect(callback: () => void): () => void {
  let previous = connection.get();
  return connection.subscribe(() => {
    const now = connection.get();
    if (now === 'online' && previous !== 'online') callback();
    previous = now;
  });
}
