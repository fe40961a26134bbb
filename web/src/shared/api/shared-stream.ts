import { TIMING } from '@/shared/config/timing';
import { createStore, type Store } from '@/shared/lib/store';
import type { components } from './schema';
import { followStream, type StreamEvent, type StreamState } from './sse';
import { activeWorkspaceId } from './workspace-key';

const PATH = '/stream';
/** Of the lock and of the channel that the tabs of a workspace share. */
// check-texts: not shown
const nameOf = (workspaceId: string) => `linnet stream ${workspaceId}`;

/** The data of the stream's events, by name. */
interface StreamData {
  /** Which clicks follow. */
  start: components['schemas']['StreamStart'];
  click: components['schemas']['StreamClick'];
  /** The view of a bio page. */
  view: components['schemas']['StreamClick'];
  /** A click on a block of a bio page that has no link. */
  block: components['schemas']['StreamClick'];
  job: components['schemas']['Job'];
}

interface Listener {
  kind: string;
  onData: (data: never) => void;
}

type Message = { event: StreamEvent } | { state: StreamState; start: StreamData['start'] | null } | { ask: true };

/**
 * One stream of server-sent events for all tabs of a workspace. The tab that has the lock is connected and broadcasts the events to
 * the others, because browsers allow only six connections to an HTTP/1.1 server. Without locks (on plain http), each
 * tab has its own connection.
 */
class SharedStream {
  private readonly listeners = new Set<Listener>();
  readonly state = createStore<StreamState>('connecting');
  /** The position at which a new listener starts; null until the server has sent it. */
  private position: StreamData['start'] | null = null;
  private lastId = '';
  private isLeader = false;
  private stopping: AbortController | null = null;
  private channel: BroadcastChannel | null = null;
  private resting: ReturnType<typeof setTimeout> | undefined;

  listen(listener: Listener): () => void {
    this.listeners.add(listener);
    if (this.position) this.deliver('start', this.position, [listener]);
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
      void this.connect(signal);
      return;
    }
    const name = nameOf(activeWorkspaceId());
    this.channel = new BroadcastChannel(name);
    this.channel.onmessage = ({ data }: MessageEvent<Message>) => this.receive(data);
    this.channel.postMessage({ ask: true } satisfies Message);
    navigator.locks.request(name, { signal }, () => this.connect(signal)).catch(() => undefined); // aborted while waiting for the lock
  }

  private stop(): void {
    clearTimeout(this.resting);
    this.stopping?.abort();
    this.stopping = null;
    this.channel?.close();
    this.channel = null;
    this.isLeader = false;
    this.setState('connecting', null);
  }

  /** Keeps the connection open until the signal aborts. */
  private async connect(signal: AbortSignal): Promise<void> {
    this.isLeader = true;
    const publish = (message: Message) => {
      if (signal.aborted) return;
      this.channel?.postMessage(message);
      this.apply(message);
    };
    const stream = followStream(PATH, {
      lastId: this.lastId,
      onEvent: (event) => publish({ event }),
      onState: (state) => publish({ state, start: null }),
      signal,
    }).catch(() => {
      // The server rejected the connection. Another tab may be connected, so follow its broadcasts.
      publish({ state: 'waiting', start: null });
      this.isLeader = false;
    });
    // The next tab does not wait until the connection is closed.
    const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    await Promise.race([stream, aborted]);
  }

  private receive(message: Message): void {
    if ('ask' in message) {
      if (this.isLeader) this.channel?.postMessage({ state: this.state.get(), start: this.position } satisfies Message);
    } else if (!this.isLeader) {
      this.apply(message);
    }
  }

  private apply(message: Message): void {
    if ('event' in message) {
      const { id, event } = message.event;
      if (id) this.lastId = id;
      const data: unknown = JSON.parse(message.event.data);
      this.advance(event, data);
      this.deliver(event, data, this.listeners);
    }
    if ('state' in message) {
      this.setState(message.state, message.start);
      if (message.start) this.deliver('start', message.start, this.listeners);
    }
  }

  /** Follows the numbers of clicks, for those who come later. */
  private advance(event: string, data: unknown): void {
    if (event === 'start') this.position = data as StreamData['start'];
    if (!this.position || (event !== 'click' && event !== 'view' && event !== 'block')) return;
    const { number } = data as StreamData['click'];
    this.position = { ...this.position, number: Math.max(this.position.number, number) };
  }

  private deliver(event: string, data: unknown, listeners: Iterable<Listener>): void {
    for (const { kind, onData } of listeners) if (kind === event) onData(data as never);
  }

  private setState(state: StreamState, position: StreamData['start'] | null): void {
    this.position = position;
    this.state.set(state);
  }
}

const stream = new SharedStream();

/**
 * Listens to one kind of what happens in the workspace; the result ends it. However many listen, in however many tabs,
 * to whatever kinds, the browser has one connection. A listener to `start` that comes later is called at once.
 */
export function subscribeToStream<Kind extends keyof StreamData>(
  kind: Kind,
  onData: (data: StreamData[Kind]) => void,
): () => void {
  return stream.listen({ kind, onData });
}

/** The state of the connection. It is `live` only while something listens. */
export const streamState: Store<StreamState> = stream.state;
