/**
 * The state between a request that the server rejected for want of a recent authentication and the dialog in which the
 * user authenticates. Concurrent requests share one dialog.
 */
let pending: { done: Promise<boolean>; settle: (authenticated: boolean) => void } | null = null;
const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of listeners) listener();
}

export const reauthentication = {
  /** Opens the dialog. Resolves to whether the user authenticated; to false at once where no dialog is mounted. */
  request(): Promise<boolean> {
    if (listeners.size === 0) return Promise.resolve(false);
    if (!pending) {
      let settle = (_: boolean) => {};
      const done = new Promise<boolean>((resolve) => {
        settle = resolve;
      });
      pending = { done, settle };
      notify();
    }
    return pending.done;
  },
  /** Closes the dialog. */
  settle(authenticated: boolean): void {
    const settled = pending;
    pending = null;
    settled?.settle(authenticated);
    notify();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && pending) reauthentication.settle(false);
    };
  },
  isOpen: () => pending !== null,
};
