import { waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { server } from '@/test/server';
import { api } from './client';
import { connection, onReconnect } from './connection';
import { messageOf } from './errors';

const health = (reply: () => Response) => server.use(http.get('*/healthz', reply));

function failingCall() {
  server.use(http.get('*/api/v1/packages', () => HttpResponse.error()));
  return api.GET('/packages').catch((error: unknown) => error);
}

afterEach(async () => {
  health(() => new HttpResponse('ok'));
  connection.retry();
  await waitFor(() => expect(connection.state.get()).toBe('online'));
});

describe('the connection', () => {
  it('stays online when one call fails and the health check succeeds', async () => {
    let checks = 0;
    health(() => {
      checks += 1;
      return new HttpResponse('ok');
    });
    await failingCall();
    await waitFor(() => expect(checks).toBe(1));
    expect(connection.state.get()).toBe('online');
  });

  it('becomes unreachable when the health check fails too, and reports the reconnect', async () => {
    health(() => HttpResponse.error());
    const reconnected = vi.fn();
    const stop = onReconnect(reconnected);
    await failingCall();
    await waitFor(() => expect(connection.state.get()).toBe('unreachable'));
    expect(reconnected).not.toHaveBeenCalled();

    health(() => new HttpResponse('ok'));
    connection.retry();
    await waitFor(() => expect(reconnected).toHaveBeenCalledTimes(1));
    expect(connection.state.get()).toBe('online');
    stop();
  });

  it('is unreachable behind a proxy that answers 502', async () => {
    health(() => new HttpResponse('bad gateway', { status: 502 }));
    await failingCall();
    await waitFor(() => expect(connection.state.get()).toBe('unreachable'));
  });
});

describe('the message of a call without an answer', () => {
  it('says what to do instead of the browser’s words', async () => {
    expect(messageOf(await failingCall())).toBe('Linnet can’t be reached. Check your connection and try again.');
  });

  it('names the time-out', () => {
    const error = new DOMException('signal timed out', 'TimeoutError');
    expect(messageOf(error)).toBe('Linnet took too long to answer. Try again.');
  });
});
