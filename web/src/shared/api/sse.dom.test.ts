import { HttpResponse, http } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { TIMING } from '@/shared/config/timing';
import { server } from '@/test/server';
import { eventParser, followStream, type StreamEvent, streamDelay } from './sse';

function parsed(...pieces: string[]): StreamEvent[] {
  const events: StreamEvent[] = [];
  const feed = eventParser((event) => events.push(event));
  for (const piece of pieces) feed(piece);
  return events;
}

describe('the event parser', () => {
  it('gives an event when its empty line arrives, however the text is cut', () => {
    const pieces = ['id: 7\nevent: cl', 'ick\ndata: {"a":1}\n'];
    expect(parsed(...pieces)).toEqual([]);
    expect(parsed(...pieces, '\n')).toEqual([{ id: '7', event: 'click', data: '{"a":1}' }]);
  });
  it('joins data lines, skips comments, takes CRLF, and forgets the name after each event', () => {
    expect(parsed(': hello\r\nevent: click\r\ndata: a\r', '\ndata:b\r\n\r\ndata: c\r\n\r\n')).toEqual([
      { id: '', event: 'click', data: 'a\nb' },
      { id: '', event: 'message', data: 'c' },
    ]);
  });
  it('ignores an event without data', () => {
    expect(parsed('event: ping\n\n')).toEqual([]);
  });
});

describe('the pause between tries', () => {
  it('doubles from one second to thirty, with at most half of it as jitter', () => {
    expect([0, 1, 2, 10].map((tries) => streamDelay(tries, () => 1))).toEqual([1000, 2000, 4000, 30_000]);
    expect(streamDelay(2, () => 0)).toBe(2000);
  });
});

describe('following a stream', () => {
  const end = new AbortController();
  afterEach(() => end.abort());

  it('passes on events, and reconnects with the last event id', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const asked: (string | null)[] = [];
    server.use(
      http.get('*/api/v1/clicks/stream', ({ request }) => {
        asked.push(request.headers.get('Last-Event-ID'));
        const text = `id: ${asked.length}\nevent: click\ndata: ${asked.length}\n\n`;
        return new HttpResponse(text, { headers: { 'Content-Type': 'text/event-stream' } });
      }),
    );
    const seen: string[] = [];
    const followed = followStream('/clicks/stream', {
      onEvent: (event) => seen.push(event.data),
      onState: (state) => seen.push(state),
      signal: end.signal,
    });
    const round = (data: string) => ['connecting', 'live', data, 'waiting'];
    await vi.waitFor(() => expect(seen.slice(0, 8)).toEqual([...round('1'), ...round('2')]), { timeout: 3000 });
    expect(asked.slice(0, 2)).toEqual([null, '1']);
    end.abort();
    await followed;
  });

  it('reconnects after silence, because a connection that only looks open brings nothing', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const silent = vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
      const body = new ReadableStream({
        start: (control) => init?.signal?.addEventListener('abort', () => control.error(init.signal?.reason)),
      });
      return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
    });
    const states: string[] = [];
    const stop = new AbortController();
    const followed = followStream('/stream', {
      onEvent: () => undefined,
      onState: (state) => states.push(state),
      signal: stop.signal,
    });
    // waitFor lets time pass, a little at each look.
    await vi.waitFor(() => expect(states).toEqual(['connecting', 'live']));
    await vi.advanceTimersByTimeAsync(TIMING.streamSilenceMs / 2);
    expect(states).toEqual(['connecting', 'live']);
    await vi.advanceTimersByTimeAsync(TIMING.streamSilenceMs / 2);
    await vi.waitFor(() => expect(states.at(-1)).toBe('waiting'));
    await vi.advanceTimersByTimeAsync(TIMING.streamRetryBaseMs);
    await vi.waitFor(() => expect(silent).toHaveBeenCalledTimes(2));
    stop.abort();
    await followed;
    vi.useRealTimers();
  });
});
