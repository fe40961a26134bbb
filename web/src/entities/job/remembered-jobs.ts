import { readStored, writeStored } from '@/shared/lib/storage';

const KEY = 'linnet.jobs';
const listeners = new Set<() => void>();

/** The ids of jobs that were started in this browser and are not known to have ended. */
export function rememberedJobs(): string {
  return readStored(KEY) ?? '';
}

function write(ids: readonly string[]): void {
  writeStored(KEY, ids.length > 0 ? ids.join(' ') : null);
  for (const listener of listeners) listener();
}

function ids(): string[] {
  return rememberedJobs().split(' ').filter(Boolean);
}

/** Notes that a job was started here: the tray follows it, also after a reload. */
export function remember(id: string): void {
  if (!ids().includes(id)) write([...ids(), id]);
}

/** Notes that the end of a job was told. */
export function forget(id: string): void {
  if (ids().includes(id)) write(ids().filter((other) => other !== id));
}

/** For useSyncExternalStore: whether any job is followed. Other tabs are heard of by the storage event. */
export const jobsFollowed = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    window.addEventListener('storage', listener);
    return () => {
      listeners.delete(listener);
      window.removeEventListener('storage', listener);
    };
  },
  get: () => rememberedJobs() !== '',
  getOnServer: () => false,
};
