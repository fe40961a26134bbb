import { TIMING } from '@/shared/config/timing';

/** A value with the steps to undo and redo. */
export interface History<T> {
  readonly past: readonly T[];
  readonly present: T;
  readonly future: readonly T[];
  /** The last change, which a following change of the same thing joins. */
  readonly last: { readonly key: string; readonly at: number } | null;
}

export type HistoryAction<T> =
  | {
      type: 'change';
      change: (present: T) => T;
      /** Changes with the same key form one step while they follow each other quickly, such as typing into a field. */
      key?: string;
      /** The time of the change in ms. */
      at: number;
    }
  /** A change of every value, such as an id that the server added. It is no step. */
  | { type: 'amend'; change: (value: T) => T }
  /** A value that the user did not choose, such as a default that arrived late. It is no step. */
  | { type: 'replace'; value: T }
  | { type: 'undo' }
  | { type: 'redo' }
  | { type: 'reset'; value: T };

const MAX_STEPS = 100;

export function newHistory<T>(present: T): History<T> {
  return { past: [], present, future: [], last: null };
}

/** Applies an action. A change that returns the same value adds no step. */
export function historyReducer<T>(history: History<T>, action: HistoryAction<T>): History<T> {
  const { past, present, future, last } = history;
  switch (action.type) {
    case 'change': {
      const next = action.change(present);
      if (next === present) return history;
      const { key, at } = action;
      const joins = key !== undefined && last?.key === key && at - last.at < TIMING.undoMergeMs;
      return {
        past: joins ? past : [...past, present].slice(-MAX_STEPS),
        present: next,
        future: [],
        last: key === undefined ? null : { key, at },
      };
    }
    case 'amend': {
      const { change } = action;
      return { past: past.map(change), present: change(present), future: future.map(change), last };
    }
    case 'replace':
      return action.value === present ? history : { ...history, present: action.value };
    case 'undo': {
      const previous = past.at(-1);
      if (previous === undefined) return history;
      return { past: past.slice(0, -1), present: previous, future: [present, ...future], last: null };
    }
    case 'redo': {
      const [next, ...rest] = future;
      if (next === undefined) return history;
      return { past: [...past, present], present: next, future: rest, last: null };
    }
    case 'reset':
      return newHistory(action.value);
  }
}
