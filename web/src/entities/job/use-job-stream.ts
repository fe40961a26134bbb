import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { linkKeys } from '@/entities/link/link.queries';
import { streamState, subscribeToStream } from '@/shared/api/shared-stream';
import type { StreamState } from '@/shared/api/sse';
import { useStore } from '@/shared/hooks/use-store';
import { type Job, type JobPage, jobKeys } from './job.queries';

/** Updates a job in the cache. A finished job may have created links, which are invalidated. */
export function applyJob(queries: QueryClient, job: Job): void {
  queries.setQueryData<Job>(jobKeys.detail(job.id), (known) => known && job);
  queries.setQueryData<JobPage>(jobKeys.list, (page) => page && withJob(page, job));
  if (job.state === 'done') void queries.invalidateQueries({ queryKey: linkKeys.all });
}

/** A page with the job replaced, or added on top when it is new. */
export function withJob(page: JobPage, job: Job): JobPage {
  const known = page.items.some(({ id }) => id === job.id);
  if (!known) return { ...page, items: [job, ...page.items], total: page.total + 1 };
  return { ...page, items: page.items.map((other) => (other.id === job.id ? job : other)) };
}

/** Follows the workspace's jobs and updates the cache. Without a stream, poll (see pollUnlessLive). */
export function useJobStream(): StreamState {
  const queries = useQueryClient();
  const state = useStore(streamState);
  const connected = useRef(false);
  useEffect(() => subscribeToStream('job', (job) => applyJob(queries, job)), [queries]);
  useEffect(() => {
    if (state !== 'live') return;
    // A job may have ended while the stream was down.
    if (connected.current) void queries.invalidateQueries({ queryKey: jobKeys.all });
    connected.current = true;
  }, [queries, state]);
  return state;
}

/** The polling interval without a stream, in ms. */
const POLL_MS = 1_000;

/** The refetchInterval of a query of jobs. */
export function pollUnlessLive(stream: StreamState, active: boolean): number | false {
  return active && stream !== 'live' ? POLL_MS : false;
}
