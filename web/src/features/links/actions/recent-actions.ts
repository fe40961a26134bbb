import type { LinkRef } from '@/entities/link/bulk-links';
import type { UpdateLink } from '@/entities/link/link.types';
import { uuid } from '@/shared/lib/ids';
import { sessionStore } from '@/shared/lib/session-store';
import { readTab, writeTab } from '@/shared/lib/storage';
import { createStore, type Store } from '@/shared/lib/store';
import type { ActionResult } from './action-results';

/** What undoes an action: an update of each link, or the restoration of deleted links. */
export type UndoOperation =
  | { kind: 'patch'; result: ActionResult; links: (LinkRef & { patch: UpdateLink & { ifVersion?: number } })[] }
  | { kind: 'restore'; links: LinkRef[] };

/** An action on one or more links that can be undone. */
export interface RecentAction {
  id: string;
  /** "20 links tagged “press”". */
  title: string;
  /** RFC 3339. */
  at: string;
  undo: UndoOperation;
}

// A later version has another key, since actions of an earlier one cannot be read.
const KEY = 'linnet.recent.2';
const MAX_ACTIONS = 20;
/** Characters that the stored list may have; browsers allow about 5 million per origin. */
const MAX_STORED = 2_000_000;

function load(): readonly RecentAction[] {
  try {
    const stored: unknown = JSON.parse(readTab(KEY) ?? '[]');
    return Array.isArray(stored) ? stored : [];
  } catch {
    return []; // invalid JSON
  }
}

function save(list: readonly RecentAction[]): void {
  let stored = list;
  while (stored.length > 0 && JSON.stringify(stored).length > MAX_STORED) stored = stored.slice(0, -1);
  writeTab(KEY, stored.length > 0 ? JSON.stringify(stored) : null);
}

const actions = createStore(load());

function publish(next: readonly RecentAction[]): void {
  save(next);
  actions.set(next);
}

/** Records an action of this tab, also across reloads, and returns its id. Drops the oldest of more than 20. */
export function recordAction(title: string, undo: UndoOperation): string {
  const id = uuid();
  publish([{ id, title, at: new Date().toISOString(), undo }, ...actions.get()].slice(0, MAX_ACTIONS));
  return id;
}

/** Removes an action and returns what undoes it; undefined when it was undone already. */
export function takeAction(id: string): UndoOperation | undefined {
  const action = actions.get().find((candidate) => candidate.id === id);
  if (action) publish(actions.get().filter((candidate) => candidate !== action));
  return action?.undo;
}

/** Removes all actions. */
export const clearActions = () => publish([]);

// The actions belong to the session that recorded them.
sessionStore.subscribe(() => {
  if (sessionStore.get().status === 'unauthenticated' && actions.get().length > 0) clearActions();
});

/** The actions that can be undone, newest first. */
export const recentActions: Store<readonly RecentAction[]> = actions;
