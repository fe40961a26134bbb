import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../api/errors';
import { Autosave, NotSavedError } from './autosave';

const DELAY = 600;
const RETRY = 5_000;
const SAVED = { kind: 'saved', at: 7 };
const unanswered = () => new TypeError('Failed to fetch');

/** A server with one value, which answers when the test says so. */
function setUp() {
  const server = { value: 'a', requests: [] as string[] };
  let pending: { value: string; end: (error?: unknown) => void }[] = [];
  const save = vi.fn((value: string, _stored: string | undefined) => {
    server.requests.push(value);
    return new Promise<void>((resolve, reject) => {
      pending.push({ value, end: (error) => (error === undefined ? resolve() : reject(error)) });
    });
  });
  const backUp = vi.fn();
  const saver = new Autosave<string>({
    stored: 'a',
    isSame: (a, b) => a === b,
    delayMs: DELAY,
    retryMs: RETRY,
    save,
    backUp,
    now: () => 7,
  });
  /** Stores the value of the running request and answers it. */
  async function answer() {
    for (const { value, end } of pending.splice(0)) {
      server.value = value;
      end();
    }
    await vi.advanceTimersByTimeAsync(0);
  }
  /** Lets the running request fail. With `applied`, the server has its value all the same. */
  async function fail(error: unknown, applied = false) {
    const failing = pending;
    pending = [];
    for (const { value, end } of failing) {
      if (applied) server.value = value;
      end(error);
    }
    await vi.advanceTimersByTimeAsync(0);
  }
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  return { saver, save, server, backUp, answer, fail, pass };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a change', () => {
  it('is sent after a pause, as the latest value', async () => {
    const { saver, server, answer, pass } = setUp();
    saver.change('b');
    await pass(DELAY - 1);
    saver.change('bc');
    expect(saver.state.get()).toEqual({ kind: 'pending' });
    await pass(DELAY - 1);
    expect(server.requests).toEqual([]);
    await pass(1);
    expect(saver.state.get()).toEqual({ kind: 'saving' });
    await answer();
    expect(server.value).toBe('bc');
    expect(saver.state.get()).toEqual(SAVED);
  });

  it('notifies once while it is pending', async () => {
    const { saver } = setUp();
    const listener = vi.fn();
    saver.state.subscribe(listener);
    saver.change('b');
    saver.change('bc');
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('during a request is sent after it, with what that request stored', async () => {
    const { saver, save, answer, pass } = setUp();
    saver.change('b');
    await pass(DELAY);
    saver.change('c');
    await pass(10 * DELAY);
    expect(save).toHaveBeenCalledTimes(1);
    await answer();
    expect(saver.state.get()).toEqual({ kind: 'pending' });
    await pass(DELAY);
    expect(save).toHaveBeenLastCalledWith('c', 'b');
  });
});

describe('a change that is reverted', () => {
  it.each([0, 100, 300, 599])('%i ms later, before it is sent, sends nothing', async (ms) => {
    const { saver, server, pass } = setUp();
    saver.change('b');
    await pass(ms);
    saver.change('a');
    expect(saver.state.get()).toEqual(SAVED);
    await pass(60_000);
    expect(server.requests).toEqual([]);
  });

  it('during its request is sent back', async () => {
    const { saver, server, answer, pass } = setUp();
    saver.change('b');
    await pass(DELAY);
    saver.change('a');
    expect(saver.state.get()).toEqual({ kind: 'saving' });
    await answer();
    await pass(DELAY);
    await answer();
    expect(server.value).toBe('a');
    expect(saver.state.get()).toEqual(SAVED);
  });

  it('and made again during its request is not sent twice', async () => {
    const { saver, server, answer, pass } = setUp();
    saver.change('b');
    await pass(DELAY);
    saver.change('a');
    saver.change('b');
    await answer();
    await pass(60_000);
    expect(server.requests).toEqual(['b']);
    expect(saver.state.get()).toEqual(SAVED);
  });

  it('after a request without an answer is sent, because the server may have the change', async () => {
    const { saver, save, server, answer, fail, pass } = setUp();
    saver.change('b');
    await pass(DELAY);
    await fail(unanswered(), true);
    expect(saver.state.get()).toEqual({ kind: 'offline' });
    saver.change('a');
    expect(saver.state.get()).toEqual({ kind: 'pending' });
    await pass(DELAY);
    expect(save).toHaveBeenLastCalledWith('a', undefined);
    await answer();
    expect(server.value).toBe('a');
    expect(saver.state.get()).toEqual(SAVED);
  });

  it('after a refusal is saved without a request', async () => {
    const { saver, server, fail, pass } = setUp();
    saver.change('b');
    await pass(DELAY);
    await fail(new ApiError(422, {}, ''));
    saver.change('a');
    expect(saver.state.get()).toEqual(SAVED);
    await pass(60_000);
    expect(server.requests).toEqual(['b']);
  });

  it('during a request that is refused is saved without another one', async () => {
    const { saver, server, fail, pass } = setUp();
    saver.change('b');
    await pass(DELAY);
    saver.change('a');
    await fail(new ApiError(422, {}, ''));
    expect(saver.state.get()).toEqual(SAVED);
    await pass(60_000);
    expect(server.requests).toEqual(['b']);
  });

  it('during a task is not sent', async () => {
    const { saver, server, pass } = setUp();
    let end = () => {};
    const task = saver.run(() => new Promise<void>((resolve) => (end = resolve)));
    await pass(0);
    saver.change('b');
    saver.change('a');
    end();
    await task;
    await pass(60_000);
    expect(server.requests).toEqual([]);
    expect(saver.state.get()).toEqual(SAVED);
  });
});

describe('a request that fails', () => {
  it('without an answer is repeated, and the value backed up meanwhile', async () => {
    const { saver, server, backUp, answer, fail, pass } = setUp();
    saver.change('b');
    await pass(DELAY);
    await fail(unanswered());
    expect(saver.state.get()).toEqual({ kind: 'offline' });
    expect(backUp).toHaveBeenLastCalledWith('b');
    await pass(RETRY);
    await answer();
    expect(server.value).toBe('b');
    expect(backUp).toHaveBeenLastCalledWith(null);
  });

  it.each([429, 503])('with status %i is repeated', async (status) => {
    const { saver, server, fail, pass } = setUp();
    saver.change('b');
    await pass(DELAY);
    await fail(new ApiError(status, {}, ''));
    expect(saver.state.get().kind).toBe('failed');
    await pass(RETRY);
    expect(server.requests).toEqual(['b', 'b']);
  });

  it('because it is refused is not repeated until the value changes', async () => {
    const { saver, server, fail, pass } = setUp();
    const refused = new ApiError(422, { message: 'Too long.' }, '');
    saver.change('b');
    await pass(DELAY);
    await fail(refused);
    await pass(60_000);
    expect(saver.state.get()).toEqual({ kind: 'failed', error: refused });
    saver.change('c');
    await pass(DELAY);
    expect(server.requests).toEqual(['b', 'c']);
  });

  it('because it is refused is followed by a value that was changed meanwhile', async () => {
    const { saver, server, answer, fail, pass } = setUp();
    saver.change('b');
    await pass(DELAY);
    saver.change('c');
    await fail(new ApiError(422, {}, ''));
    await pass(DELAY);
    await answer();
    expect(server.value).toBe('c');
    expect(saver.state.get()).toEqual(SAVED);
  });
});

describe('a conflict', () => {
  async function conflict() {
    const bench = setUp();
    bench.saver.change('mine');
    await bench.pass(DELAY);
    await bench.fail(new ApiError(412, {}, ''));
    return bench;
  }

  it('sends nothing until the user chooses their own value', async () => {
    const { saver, save, answer, pass } = await conflict();
    expect(saver.state.get()).toEqual({ kind: 'conflict' });
    saver.change('mine too');
    await pass(60_000);
    expect(await saver.flush()).toBe(false);
    expect(save).toHaveBeenCalledTimes(1);
    const overwritten = saver.overwrite('theirs');
    expect(save).toHaveBeenLastCalledWith('mine too', 'theirs');
    await answer();
    expect(await overwritten).toBe(true);
  });

  it('ends without a request when both have the same value', async () => {
    const { saver, save } = await conflict();
    expect(await saver.overwrite('mine')).toBe(true);
    expect(saver.state.get()).toEqual(SAVED);
    expect(save).toHaveBeenCalledTimes(1);
  });

  it('drops the value when the user chooses the other one', async () => {
    const { saver, save, backUp, pass } = await conflict();
    saver.reset('theirs');
    await pass(60_000);
    expect(save).toHaveBeenCalledTimes(1);
    expect(backUp).toHaveBeenLastCalledWith(null);
    expect(saver.state.get()).toEqual(SAVED);
  });
});

describe('flush', () => {
  it('sends at once, and also what changes during the request', async () => {
    const { saver, server, answer } = setUp();
    saver.change('b');
    const flushed = saver.flush();
    saver.change('c');
    await answer();
    await answer();
    expect(await flushed).toBe(true);
    expect(server.requests).toEqual(['b', 'c']);
  });

  it('resolves to false when the server does not have the value', async () => {
    const { saver, fail } = setUp();
    saver.change('b');
    const flushed = saver.flush();
    await fail(unanswered());
    expect(await flushed).toBe(false);
  });
});

describe('a task', () => {
  it('runs once the server has the value on the screen', async () => {
    const { saver, server, answer, pass } = setUp();
    saver.change('b');
    await pass(DELAY);
    saver.change('a');
    const published = saver.run(async () => server.value);
    await answer();
    await answer();
    expect(await published).toBe('a');
  });

  it('runs before changes that are made during it are sent', async () => {
    const { saver, server, pass, answer } = setUp();
    let end = () => {};
    const task = saver.run(() => new Promise<void>((resolve) => (end = resolve)));
    await pass(0);
    saver.change('b');
    await pass(60_000);
    expect(server.requests).toEqual([]);
    expect(saver.state.get()).toEqual({ kind: 'pending' });
    end();
    await task;
    await pass(DELAY);
    await answer();
    expect(server.value).toBe('b');
  });

  it('waits for another task', async () => {
    const { saver, pass } = setUp();
    const order: string[] = [];
    let end = () => {};
    const first = saver.run(() => new Promise<void>((resolve) => (end = resolve)).then(() => order.push('first')));
    await pass(0);
    const second = saver.run(async () => order.push('second'));
    await pass(0);
    end();
    await Promise.all([first, second]);
    expect(order).toEqual(['first', 'second']);
  });

  it('does not run when the value cannot be saved', async () => {
    const { saver, fail } = setUp();
    const task = vi.fn();
    saver.change('b');
    const run = saver.run(task);
    const rejected = expect(run).rejects.toBeInstanceOf(NotSavedError);
    await fail(unanswered());
    await rejected;
    expect(task).not.toHaveBeenCalled();
  });

  it('that fails lets later changes be sent', async () => {
    const { saver, server, pass } = setUp();
    await expect(saver.run(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
    saver.change('b');
    await pass(DELAY);
    expect(server.requests).toEqual(['b']);
  });
});

describe('dispose', () => {
  it('sends no pending value, also on flush', async () => {
    const { saver, save, pass } = setUp();
    saver.change('b');
    saver.dispose();
    await pass(60_000);
    expect(await saver.flush()).toBe(false);
    expect(save).not.toHaveBeenCalled();
  });

  it('does not repeat a request that fails after it, and sends no change that was made during it', async () => {
    const { saver, save, fail, pass } = setUp();
    saver.change('b');
    await pass(DELAY);
    saver.change('c');
    saver.dispose();
    await fail(unanswered());
    await pass(60_000);
    expect(save).toHaveBeenCalledTimes(1);
  });

  it('is undone by resume', async () => {
    const { saver, server, pass } = setUp();
    saver.change('b');
    saver.dispose();
    saver.resume();
    await pass(DELAY);
    expect(server.requests).toEqual(['b']);
  });
});
