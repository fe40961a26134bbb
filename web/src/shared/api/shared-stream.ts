import { TIMING } from '@/shared/config/timing';
import type { components } from './schema';
import { followStream, type StreamEvent, type StreamState } from './sse';

const PATH = '/stream';
/** Of the lock and of the channel that all tabs share. */
const NAME = 'linnet stream';

/** What the stream tells of, by the names of its events. */
interface StreamData {
  click: components['schemas']['Click'];
  job: components['schemas']['Job'];
}

interface Listener {
  kind: string;
  onData: (data: string) => void;
  onState: (state: StreamState) => void;
}

type Message = { event: StreamEvent } | { state: StreamState } | { ask: true };

/**
 * The one stream of server-sent events, shared by everything in the browser that listens to it: of all tabs one holds
 * the connection (the one that has the lock) and passes on what it hears. Browsers allow six connections to a server
 * that speaks HTTP/1.1; a seventh tab would otherwise wait for ever. Where there are no locks (plain http), each tab has
 * a connection of its own.
 */
class SharedStream {
  private readonly listeners = new Set<Listener>();
  private state: StreamState = 'connecting';
  private lastId = '';
  private leads = false;
  private stopping: AbortController | null = null;
  private channel: BroadcastChannel | null = null;
  private resting: ReturnType<typeof setTimeout> | undefined;

  listen(listener: Listener): () => void {
    this.listeners.add(listener);
    listener.onState(this.state);
    if (this.listeners.size === 1) {
      document.addEventListener('visibilitychange', this.onVisibility);
      this.start();
    }
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size > 0) return;
      document.removeEventListener('visibilitychange', this.onVisibility);
      this.stop();
    };
  }

  /** A tab that has been hidden for a minute lets go of the connection, and comes back when it is shown again. */
  private readonly onVisibility = () => {
    clearTimeout(this.resting);
    if (document.hidden) this.resting = setTimeout(() => this.stop(), TIMING.streamHiddenMs);
    else this.start();
  };

  private start(): void {
    if (this.stopping || document.hidden) return;
    this.stopping = new AbortController();
    const { signal } = this.stopping;
    if (typeof BroadcastChannel === 'undefined' || !navigator.locks) {
      void this.lead(signal);
      return;
    }
    this.channel = new BroadcastChannel(NAME);
    this.channel.onmessage = ({ data }: MessageEvent<Message>) => this.hear(data);
    this.channel.postMessage({ ask: true } satisfies Message);
    navigator.locks.request(NAME, { signal }, () => this.lead(signal)).catch(() => undefined); // given up while it waited for its turn
  }

  private stop(): void {
    clearTimeout(this.resting);
    this.stopping?.abort();
    this.stopping = null;
    this.channel?.close();
    this.channel = null;
    this.leads = false;
    this.state = 'connecting';
  }

  /** Holds the connection until the signal ends it. */
  private async lead(signal: AbortSignal): Promise<void> {
    this.leads = true;
    const tell = (message: Message) => {
      if (signal.aborted) return;
      this.channel?.postMessage(message);
      this.take(message);
    };
    const stream = followStream(PATH, {
      lastId: this.lastId,
      onEvent: (event) => tell({ event }),
      onState: (state) => tell({ state }),
      signal,
    }).catch(() => {
      // Refused for good. Another tab may hold the connection now, and what it passes on must be heard.
      tell({ state: 'waiting' });
      this.leads = false;
    });
    // The next tab need not wait until the connection has been taken down.
    const given = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    await Promise.race([stream, given]);
  }

  private hear(message: Message): void {
    if ('ask' in message) {
      if (this.leads) this.channel?.postMessage({ state: this.state } satisfies Message);
    } else if (!this.leads) {
      this.take(message);
    }
  }

  private take(message: Message): void {
    if ('event' in message) {
      const { id, event, data } = message.event;
      if (id) this.lastId = id;
      for (const { kind, onData } of this.listeners) if (kind === event) onData(data);
    }
    if ('state' in message) {
      this.state = message.state;
      for (const listener of this.listeners) listener.onState(message.state);
    }
  }
}

const stream = new SharedStream();

/**
 * Listens to one kind of what happens in the workspace; the answer ends it. However many listen, in however many tabs,
 * to whatever kinds, the browser has one connection.
 */
export function subscribeToStream<Kind extends keyof StreamData>(
  kind: Kind,
  onData: (data: StreamData[Kind]) => void,
  onState: (state: StreamState) => void,
): () => void {
  return stream.listen({ kind, onData: (data) => onData(JSON.parse(data) as StreamData[Kind]), onState });
}
