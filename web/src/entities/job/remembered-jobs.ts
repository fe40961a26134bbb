// sessionStorage: localStorage is kept for the session's three keys. In another tab a notification tells of the end.
const KEY = 'linnet.jobs';
const listeners = new Set<() => void>();

/** The ids of jobs that were started in this tab and are not known to have ended. */
export function rememberedJobs(): string {
  try {
    return sessionStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

function write(ids: readonly string[]): void {
  try {
    if (ids.length > 0) sessionStorage.setItem(KEY, ids.join(' '));
    else sessionStorage.removeItem(KEY);
  } catch {
    // Storage is refused: the page of jobs shows them all the same.
  }
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

/** For useSyncExternalStore: whether any job is followed. */
export const jobsFollowed = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  get: () => rememberedJobs() !== '',
  getOnServer: () => false,
};
