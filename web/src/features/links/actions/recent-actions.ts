import { sessionStore } from '@/shared/lib/session-store';

/** A change of one or many links that can still be undone. */
export interface RecentAction {
  id: number;
  /** "20 links tagged “press”". */
  title: string;
  at: Date;
  undo: () => void;
}

const MOST = 20;

let actions: readonly RecentAction[] = [];
let last = 0;
const listeners = new Set<() => void>();

function publish(next: readonly RecentAction[]): void {
  actions = next;
  for (const listener of listeners) listener();
}

/** Remembers a change until the page is left; the oldest of more than 20 is dropped. Returns how to undo it once. */
export function rememberAction(title: string, undo: () => void): () => void {
  last += 1;
  const id = last;
  let done = false;
  const once = () => {
    if (done) return;
    done = true;
    publish(actions.filter((action) => action.id !== id));
    undo();
  };
  publish([{ id, title, at: new Date(), undo: once }, ...actions].slice(0, MOST));
  return once;
}

/** Forgets all changes. */
export const forgetActions = () => publish([]);

// They belong to the session that made them.
sessionStore.subscribe(() => {
  if (actions.length > 0 && sessionStore.get().status === 'unauthenticated') forgetActions();
});

/** The changes that can be undone, the newest first, for useSyncExternalStore. */
export const recentActions = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: () => actions,
};
