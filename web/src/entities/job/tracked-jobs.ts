import { readTab, writeTab } from '@/shared/lib/storage';
import { createStore, type Store } from '@/shared/lib/store';

const KEY = 'linnet.jobs';
const tracked = createStore<readonly string[]>((readTab(KEY) ?? '').split(' ').filter(Boolean));

function store(ids: readonly string[]): void {
  writeTab(KEY, ids.length > 0 ? ids.join(' ') : null);
  tracked.set(ids);
}

/** Tracks a job, also after a reload of the tab. */
export function trackJob(id: string): void {
  if (!tracked.get().includes(id)) store([...tracked.get(), id]);
}

/** Stops tracking a job. */
export function untrackJob(id: string): void {
  if (tracked.get().includes(id)) store(tracked.get().filter((other) => other !== id));
}

/** The ids of unfinished jobs that this tab started. The tray announces their completion. */
export const trackedJobs: Store<readonly string[]> = tracked;
