import { TIMING } from '@/shared/config/timing';
import { API_BASE, endSession, identify } from './client';

export interface ServerEvent {
  /** The last id that the stream named, empty before the first. */
  id: string;
  event: string;
  data: string;
}

/** `open` while events arrive, `waiting` between two tries or while the page is hidden. */
export type StreamState = 'connecting' | 'open' | 'waiting';

interface StreamOptions {
  onEvent: (event: ServerEvent) => void;
  onState?: (state: StreamState) => void;
}

/** Cuts a text stream into server-sent events: takes whatever arrived, gives what is complete. */
export function eventParser(): (text: string) => ServerEvent[] {
  let rest = '';
  let id = '';
  let name = 'message';
  let data: string[] = [];

  function take(line: string): ServerEvent | null {
    if (line === '') {
      const complete = data.length > 0 ? { id, event: name, data: data.join('\n') } : null;
      name = 'message';
      data = [];
      return complete;
    }
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') name = value;
    if (field === 'data') data.push(value);
    if (field === 'id') id = value;
    return null;
  }

  return (text) => {
    const lines = (rest + text).split(/\r?\n/);
    rest = lines.pop() ?? '';
    return lines.map(take).filter((event): event is ServerEvent => event !== null);
  };
}

/** The pause before the n-th new try (from 0), in ms: doubling to the limit, the upper half by chance. */
export function streamDelay(tries: number, chance: () => number = Math.random): number {
  const full = Math.min(TIMING.streamRetryBaseMs * 2 ** tries, TIMING.streamRetryMaxMs);
  return full / 2 + (full / 2) * chance();
}

/**
 * Follows an event stream of the API until the returned function is called. It reads by fetch, because EventSource
 * cannot send a bearer token; it comes back after a break, and rests while the page has been hidden for a minute, so
 * that forgotten tabs do not use up the browser's connections.
 */
export function followStream(path: string, { onEvent, onState }: StreamOptions): () => void {
  let lastId = '';
  let stopped = false;
  let tries = 0;
  let cut: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function read(signal: AbortSignal): Promise<void> {
    const headers = identify(new Headers({ Accept: 'text/event-stream' }));
    if (lastId) headers.set('Last-Event-ID', lastId);
    const response = await fetch(`${location.origin}${API_BASE}${path}`, { headers, credentials: 'include', signal });
    if (response.status === 401) endSession();
    if (!response.ok || !response.body) throw new Error(`The stream answered ${response.status}.`);
    onState?.('open');
    tries = 0;
    const parse = eventParser();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      for (const event of parse(value)) {
        if (event.id) lastId = event.id;
        onEvent(event);
      }
    }
  }

  async function run(): Promise<void> {
    if (stopped || cut || document.hidden) return;
    const own = new AbortController();
    cut = own;
    onState?.('connecting');
    try {
      await read(own.signal);
    } catch {
      // A broken or refused stream: the next try follows below.
    }
    if (cut === own) cut = null;
    if (stopped || own.signal.aborted) return;
    onState?.('waiting');
    timer = setTimeout(run, streamDelay(tries));
    tries += 1;
  }

  function onVisibility(): void {
    clearTimeout(timer);
    if (!document.hidden) {
      void run();
      return;
    }
    timer = setTimeout(() => {
      cut?.abort();
      cut = null;
      onState?.('waiting');
    }, TIMING.streamHiddenMs);
  }

  document.addEventListener('visibilitychange', onVisibility);
  void run();
  return () => {
    stopped = true;
    clearTimeout(timer);
    cut?.abort();
    document.removeEventListener('visibilitychange', onVisibility);
  };
}
