import { HttpResponse, http } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { server } from '@/test/server';
import { eventParser, followStream, type ServerEvent, streamDelay } from './sse';

describe('the event parser', () => {
  it('gives an event when its empty line arrives, however the text is cut', () => {
    const parse = eventParser();
    expect(parse('id: 7\nevent: cl')).toEqual([]);
    expect(parse('ick\ndata: {"a":1}\n')).toEqual([]);
    expect(parse('\n')).toEqual([{ id: '7', event: 'click', data: '{"a":1}' }]);
  });
  it('joins data lines, skips comments, takes CRLF, and forgets the name after each event', () => {
    const parse = eventParser();
    expect(parse(': hello\r\nevent: click\r\ndata: a\r\ndata:b\r\n\r\ndata: c\r\n\r\n')).toEqual([
      { id: '', event: 'click', data: 'a\nb' },
      { id: '', event: 'message', data: 'c' },
    ]);
  });
  it('makes no event of a name alone', () => {
    expect(eventParser()('event: ping\n\n')).toEqual([]);
  });
});

describe('the pause between tries', () => {
  it('doubles from one second to thirty, never below its half', () => {
    expect([0, 1, 2, 10].map((tries) => streamDelay(tries, () => 1))).toEqual([1000, 2000, 4000, 30_000]);
    expect(streamDelay(2, () => 0)).toBe(2000);
  });
});

describe('following a stream', () => {
  let stop: (() => void) | undefined;
  afterEach(() => stop?.());

  it('hands on events and comes back after a break with the last id', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const asked: (string | null)[] = [];
    server.use(
      http.get('*/api/v1/clicks/stream', ({ request }) => {
        asked.push(request.headers.get('Last-Event-ID'));
        const text = `id: ${asked.length}\nevent: click\ndata: ${asked.length}\n\n`;
        return new HttpResponse(text, { headers: { 'Content-Type': 'text/event-stream' } });
      }),
    );
    const events: ServerEvent[] = [];
    const states: string[] = [];
    stop = followStream('/clicks/stream', {
      onEvent: (event) => events.push(event),
      onState: (state) => states.push(state),
    });
    await vi.waitFor(() => expect(events.map((event) => event.data)).toEqual(['1', '2']), { timeout: 3000 });
    expect(asked).toEqual([null, '1']);
    expect(states.slice(0, 5)).toEqual(['connecting', 'open', 'waiting', 'connecting', 'open']);
  });
});
