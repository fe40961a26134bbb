import { readTab, writeTab } from '@/shared/lib/storage';

const KEY = 'linnet.jobs';
const listeners = new Set<() => void>();

/** The ids, separated by spaces, of unfinished jobs that this tab started. The tray announces their completion. */
export function trackedJobIds(): string {
  return readTab(KEY) ?? '';
}

function write(ids: readonly string[]): void {
  writeTab(KEY, ids.length > 0 ? ids.join(' ') : null);
  for (const listener of listeners) listener();
}

function ids(): string[] {
  return trackedJobIds().split(' ').filter(Boolean);
}

/** Tracks a job, also after a reload of the tab. */
export function trackJob(id: string): void {
  if (!ids().includes(id)) write([...ids(), id]);
}

/** Stops tracking a job. */
export function untrackJob(id: string): void {
  if (ids().includes(id)) write(ids().filter((other) => other !== id));
}

/** A store for useSyncExternalStore: whether any job is tracked. */
export const trackedJobs = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  get: () => trackedJobIds() !== '',
  getOnServer: () => false,
};
