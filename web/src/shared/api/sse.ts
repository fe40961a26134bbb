import { TIMING } from '@/shared/config/timing';
import { connection, onReconnect } from './connection';
import { ApiError, readProblem } from './errors';
import { API_BASE, endSession, identify } from './request';

/** One event of a stream of server-sent events. */
export interface StreamEvent {
  id: string;
  /** `message` when the server names none. */
  event: string;
  data: string;
}

/** `live` while connected, `waiting` between two attempts. */
export type StreamState = 'connecting' | 'live' | 'waiting';

interface Options {
  onEvent: (event: StreamEvent) => void;
  onState?: (state: StreamState) => void;
  /** The id of the last known event: the stream starts with the events after it. */
  lastId?: string;
  /** Ends the stream. */
  signal: AbortSignal;
}

/** The delay before the n-th reconnect (from 0), in ms: 1 s doubling to 30 s, minus up to half of it at random. */
export function streamDelay(tries: number, random: () => number = Math.random): number {
  const full = Math.min(TIMING.streamRetryBaseMs * 2 ** tries, TIMING.streamRetryMaxMs);
  return full / 2 + (full / 2) * random();
}

function parse(block: string): StreamEvent | null {
  const event: StreamEvent = { id: '', event: 'message', data: '' };
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':');
    if (colon === 0) continue; // a comment, sent as a heartbeat
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'data') data.push(value);
    if (name === 'id' && !value.includes('\0')) event.id = value;
    if (name === 'event') event.event = value;
  }
  if (data.length === 0 && event.id === '') return null;
  return { ...event, data: data.join('\n') };
}

/** Cuts text that arrives in pieces into events. Lines may end with \n, \r\n or \r. */
export function eventParser(onEvent: (event: StreamEvent) => void): (piece: string) => void {
  let rest = '';
  return (piece) => {
    // A trailing \r may be half of a \r\n, so it is parsed with the next chunk.
    const text = rest + piece;
    const held = text.endsWith('\r') ? '\r' : '';
    const blocks = (held ? text.slice(0, -1) : text).replace(/\r\n?/g, '\n').split('\n\n');
    rest = (blocks.pop() ?? '') + held;
    for (const block of blocks) {
      const event = parse(block);
      if (event) onEvent(event);
    }
  };
}

/** Waits, but no longer than until the server can be reached again. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      unsubscribe();
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    const unsubscribe = onReconnect(done);
    signal.addEventListener('abort', done);
  });
}

// A retry can succeed for these; any other 4xx is final.
const PASSING = new Set([408, 425, 429]);

/**
 * Ends a connection that only looks open: the machine slept, or a router on the way forgot it. The server sends a
 * comment every 15 s, so silence for longer than two of them means that nothing will come any more.
 */
function watch(signal: AbortSignal): { signal: AbortSignal; heard: () => void; stop: () => void } {
  const control = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(() => control.abort(), TIMING.streamSilenceMs);
  };
  const unsubscribe = connection.state.subscribe(() => {
    if (connection.state.get() !== 'online') control.abort();
  });
  const stop = () => {
    clearTimeout(timer);
    unsubscribe();
  };
  heard();
  return { signal: AbortSignal.any([signal, control.signal]), heard, stop };
}

/** One connection, read until it ends. Throws an ApiError when the server refuses for good. */
async function readOnce(
  path: string,
  lastId: string,
  signal: AbortSignal,
  onOpen: () => void,
  onEvent: (event: StreamEvent) => void,
) {
  const watched = watch(signal);
  try {
    await read(path, lastId, watched, onOpen, onEvent);
  } finally {
    watched.stop();
  }
}

async function read(
  path: string,
  lastId: string,
  { signal, heard }: ReturnType<typeof watch>,
  onOpen: () => void,
  onEvent: (event: StreamEvent) => void,
) {
  const headers = identify(new Headers({ Accept: 'text/event-stream' }));
  if (lastId) headers.set('Last-Event-ID', lastId);
  const response = await fetch(API_BASE + path, { headers, credentials: 'include', signal, cache: 'no-store' });
  if (response.status === 401) endSession(headers);
  if (response.status >= 400 && response.status < 500 && !PASSING.has(response.status)) {
    throw await readProblem(response, headers.get('X-Request-Id') ?? '');
  }
  if (!response.ok || !response.body) return;
  onOpen();
  const feed = eventParser(onEvent);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    heard();
    feed(piece.value);
  }
}

/**
 * Follows a stream below the API's path until `signal` ends it, coming back after each break from where it was
 * (Last-Event-ID). EventSource cannot send a bearer token, hence fetch. Resolves when ended; rejects with an ApiError
 * when the server refuses for good (4xx but 408, 425 and 429).
 */
export async function followStream(path: string, { onEvent, onState, signal, ...known }: Options): Promise<void> {
  let lastId = known.lastId ?? '';
  let tries = 0;
  const take = (event: StreamEvent) => {
    tries = 0;
    if (event.id) lastId = event.id;
    if (event.data) onEvent(event);
  };
  while (!signal.aborted) {
    onState?.('connecting');
    try {
      await readOnce(path, lastId, signal, () => onState?.('live'), take);
    } catch (error) {
      if (error instanceof ApiError) throw error;
      // Broken off or aborted: the loop decides.
    }
    if (signal.aborted) return;
    onState?.('waiting');
    await pause(streamDelay(tries), signal);
    tries += 1;
  }
}
