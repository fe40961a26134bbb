import { readTab, writeTab } from '@/shared/lib/storage';

const KEY = 'linnet.jobs';
const listeners = new Set<() => void>();

/** The ids of jobs that were started in this tab and are not known to have ended; a notification tells elsewhere. */
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

/** Notes that a job was started here: the tray follows it, also after a reload. */
export function trackJob(id: string): void {
  if (!ids().includes(id)) write([...ids(), id]);
}

/** Notes that the end of a job was told. */
export function untrackJob(id: string): void {
  if (ids().includes(id)) write(ids().filter((other) => other !== id));
}

/** For useSyncExternalStore: whether any job is followed. */
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
