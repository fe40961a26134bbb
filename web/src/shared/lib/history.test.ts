import { describe, expect, it } from 'vitest';
import { type History, type HistoryAction, historyReducer, newHistory } from './history';

const add = (letter: string, key?: string, at = 0): HistoryAction<string> => ({
  type: 'change',
  change: (text) => text + letter,
  at,
  ...(key === undefined ? {} : { key }),
});

const run = (...actions: HistoryAction<string>[]): History<string> =>
  actions.reduce(historyReducer<string>, newHistory(''));

describe('historyReducer', () => {
  it('undoes and redoes changes one by one', () => {
    const changed = run(add('a'), add('b'));
    const undone = historyReducer(changed, { type: 'undo' });
    expect(undone.present).toBe('a');
    expect(historyReducer(undone, { type: 'undo' }).present).toBe('');
    expect(historyReducer(undone, { type: 'redo' }).present).toBe('ab');
  });

  it('drops the undone changes when another one is made', () => {
    const changed = run(add('a'), { type: 'undo' }, add('b'));
    expect(changed.present).toBe('b');
    expect(historyReducer(changed, { type: 'redo' })).toBe(changed);
  });

  it('joins changes with the same key that follow each other within a second', () => {
    const typed = run(add('a', 'title', 0), add('b', 'title', 900), add('c', 'title', 1_800));
    expect(typed.present).toBe('abc');
    expect(historyReducer(typed, { type: 'undo' }).present).toBe('');
  });

  it('starts another step after a pause, for another key and after undo', () => {
    expect(run(add('a', 'title', 0), add('b', 'title', 1_000)).past).toEqual(['', 'a']);
    expect(run(add('a', 'title', 0), add('b', 'text', 1)).past).toEqual(['', 'a']);
    expect(run(add('a'), add('b', 'title', 0), { type: 'undo' }, add('c', 'title', 1)).past).toEqual(['', 'a']);
  });

  it('ignores a change that returns the same value', () => {
    const history = run(add('a'));
    expect(historyReducer(history, { type: 'change', change: (text) => text, at: 0 })).toBe(history);
  });

  it('amends every step without adding one', () => {
    const amended = run(add('a'), add('b'), { type: 'undo' }, { type: 'amend', change: (text) => text.toUpperCase() });
    expect([amended.past, amended.present, amended.future]).toEqual([[''], 'A', ['AB']]);
  });

  it('replaces the value without adding a step', () => {
    const replaced = run(add('a'), add('b'), { type: 'undo' }, { type: 'replace', value: 'A' });
    expect([replaced.past, replaced.present, replaced.future]).toEqual([[''], 'A', ['ab']]);
    expect(historyReducer(replaced, { type: 'replace', value: 'A' })).toBe(replaced);
  });

  it('does nothing at both ends', () => {
    const history = newHistory('a');
    expect(historyReducer(history, { type: 'undo' })).toBe(history);
    expect(historyReducer(history, { type: 'redo' })).toBe(history);
  });

  it('keeps the last 100 steps', () => {
    const changed = run(...Array.from({ length: 120 }, () => add('a')));
    expect(changed.past).toHaveLength(100);
    expect(changed.past[0]).toHaveLength(20);
  });

  it('has no steps after a reset', () => {
    expect(run(add('a'), { type: 'reset', value: 'b' })).toEqual(newHistory('b'));
  });
});
