import { TIMING } from '@/shared/config/timing';
import type { components } from './schema';
import { followStream, type StreamEvent, type StreamState } from './sse';

const PATH = '/stream';
/** Of the lock and of the channel that all tabs share. */
const NAME = 'linnet stream';

/** The data of the stream's events, by name. */
interface StreamData {
  click: components['schemas']['Click'];
  /** The view of a bio page. */
  view: components['schemas']['Click'];
  job: components['schemas']['Job'];
}

interface Listener {
  kind: string;
  onData: (data: string) => void;
  onState: (state: StreamState) => void;
}

type Message = { event: StreamEvent } | { state: StreamState } | { ask: true };

/**
 * One stream of server-sent events for all tabs. The tab that has the lock is connected and broadcasts the events to
 * the others, because browsers allow only six connections to an HTTP/1.1 server. Without locks (on plain http), each
 * tab has its own connection.
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

  /** A tab that is hidden for a minute closes the connection, and reconnects when it is shown. */
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
    navigator.locks.request(NAME, { signal }, () => this.lead(signal)).catch(() => undefined); // aborted while waiting for the lock
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

  /** Keeps the connection open until the signal aborts. */
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
      // The server rejected the connection. Another tab may be connected, so follow its broadcasts.
      tell({ state: 'waiting' });
      this.leads = false;
    });
    // The next tab does not wait until the connection is closed.
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
