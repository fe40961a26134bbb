import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '@/shared/api/errors';
import { DraftSaver } from './draft-saver';

const stale = () => new ApiError(412, {}, 'req_1');

/** A server with one document. `answer` replaces its next answers. */
function setUp() {
  const server = { revision: 1, stored: [] as string[] };
  const answers: (() => Promise<number>)[] = [];
  const backUp = vi.fn();
  const save = vi.fn(async (draft: string, revision: number) => {
    const answer = answers.shift();
    if (answer) return answer();
    if (revision !== server.revision) throw stale();
    server.stored.push(draft);
    server.revision += 1;
    return server.revision;
  });
  const saver = new DraftSaver<string>({ revision: 1, save, delayMs: 600, retryMs: 5_000, backUp, now: () => 7 });
  return { server, saver, save, backUp, answers };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('DraftSaver', () => {
  it('saves the latest draft after a pause', async () => {
    const { saver, server } = setUp();
    saver.change('a');
    await vi.advanceTimersByTimeAsync(599);
    saver.change('ab');
    expect(saver.getState()).toEqual({ kind: 'pending' });
    await vi.advanceTimersByTimeAsync(599);
    expect(server.stored).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(server.stored).toEqual(['ab']);
    expect(saver.getState()).toEqual({ kind: 'saved', at: 7 });
    expect(saver.revision).toBe(2);
  });

  it('notifies once about several changes before a request', async () => {
    const { saver } = setUp();
    const listener = vi.fn();
    saver.subscribe(listener);
    saver.change('a');
    saver.change('ab');
    expect(listener).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(600);
    expect(saver.getState()).toEqual({ kind: 'saved', at: 7 });
    saver.change('abc');
    expect(saver.getState()).toEqual({ kind: 'pending' });
  });

  it('saves a change during a request afterwards, over the new revision', async () => {
    const { saver, server, save, answers } = setUp();
    let answer: (revision: number) => void = () => {};
    answers.push(() => new Promise((resolve) => (answer = resolve)));
    saver.change('a');
    await vi.advanceTimersByTimeAsync(600);
    saver.change('ab');
    await vi.advanceTimersByTimeAsync(600);
    expect(save).toHaveBeenCalledTimes(1);
    server.revision = 2;
    answer(2);
    await vi.advanceTimersByTimeAsync(600);
    expect(save).toHaveBeenLastCalledWith('ab', 2);
    expect(server.stored).toEqual(['ab']);
  });

  it('does not overwrite a newer revision until the user says so', async () => {
    const { saver, server } = setUp();
    server.revision = 5;
    saver.change('mine');
    await vi.advanceTimersByTimeAsync(600);
    expect(saver.getState()).toEqual({ kind: 'conflict' });
    saver.change('mine too');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await saver.flush()).toBe(false);
    expect(server.stored).toEqual([]);
    saver.rebase(5);
    expect(await saver.overwrite()).toBe(true);
    expect(server.stored).toEqual(['mine too']);
  });

  it('drops the draft when the user reloads after a conflict', async () => {
    const { saver, server, backUp } = setUp();
    server.revision = 5;
    saver.change('mine');
    await vi.advanceTimersByTimeAsync(600);
    saver.reset(5);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.stored).toEqual([]);
    expect(backUp).toHaveBeenLastCalledWith(null, 5);
    expect(saver.getState()).toEqual({ kind: 'saved', at: 7 });
  });

  it('repeats an unanswered request and backs the draft up meanwhile', async () => {
    const { saver, server, backUp, answers } = setUp();
    answers.push(() => Promise.reject(new TypeError('Failed to fetch')));
    saver.change('a');
    await vi.advanceTimersByTimeAsync(600);
    expect(saver.getState()).toEqual({ kind: 'offline' });
    expect(backUp).toHaveBeenLastCalledWith('a', 1);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(server.stored).toEqual(['a']);
    expect(backUp).toHaveBeenLastCalledWith(null, 2);
  });

  it('does not repeat a rejected draft until it changes', async () => {
    const { saver, server, save, answers } = setUp();
    const rejected = new ApiError(422, { message: 'Too long.' }, 'req_1');
    answers.push(() => Promise.reject(rejected));
    saver.change('a');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(save).toHaveBeenCalledTimes(1);
    expect(saver.getState()).toEqual({ kind: 'failed', error: rejected });
    saver.change('b');
    await vi.advanceTimersByTimeAsync(600);
    expect(server.stored).toEqual(['b']);
  });

  it('saves at once on flush, including changes during the request', async () => {
    const { saver, server } = setUp();
    saver.change('a');
    const flushed = saver.flush();
    saver.change('ab');
    expect(await flushed).toBe(true);
    expect(server.stored).toEqual(['a', 'ab']);
  });

  it('reports on flush that the server does not have the draft', async () => {
    const { saver, answers } = setUp();
    answers.push(() => Promise.reject(new TypeError('Failed to fetch')));
    saver.change('a');
    expect(await saver.flush()).toBe(false);
  });

  it('does not save after dispose', async () => {
    const { saver, save } = setUp();
    saver.change('a');
    saver.dispose();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(save).not.toHaveBeenCalled();
  });

  it('does not repeat a request that fails after dispose', async () => {
    const { saver, save, answers } = setUp();
    answers.push(() => Promise.reject(new TypeError('Failed to fetch')));
    saver.change('a');
    const flushed = saver.flush();
    saver.dispose();
    expect(await flushed).toBe(false);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(save).toHaveBeenCalledTimes(1);
  });
});
