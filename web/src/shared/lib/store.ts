/** A value outside of React. */
export interface Store<T> {
  readonly get: () => T;
  /** Calls back after each change; the result unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void;
  /** The value in prerendered pages. */
  readonly initial: T;
}

/** A store whose owner changes the value. */
export interface WritableStore<T> extends Store<T> {
  readonly set: (next: T) => void;
}

export function createStore<T>(initial: T): WritableStore<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    initial,
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
