import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { listenTo } from '@/shared/api/shared-stream';
import type { StreamState } from '@/shared/api/sse';
import { type Job, type JobPage, jobKeys } from './job.queries';

/** Puts what a job has become into everything that shows it. */
export function applyJob(queries: QueryClient, job: Job): void {
  queries.setQueryData<Job>(jobKeys.one(job.id), (was) => was && job);
  queries.setQueryData<JobPage>(jobKeys.list, (was) => was && withJob(was, job));
  if (job.state === 'done') void queries.invalidateQueries({ queryKey: ['links'] });
}

/** The page with the job in its place, at the top when it is new. */
export function withJob(page: JobPage, job: Job): JobPage {
  const known = page.items.some(({ id }) => id === job.id);
  if (!known) return { ...page, items: [job, ...page.items], total: page.total + 1 };
  return { ...page, items: page.items.map((was) => (was.id === job.id ? job : was)) };
}

/** Follows the workspace's jobs: what is shown of them grows by itself. Where there is no stream, ask now and then. */
export function useJobStream(): StreamState {
  const queries = useQueryClient();
  const [state, setState] = useState<StreamState>('connecting');
  useEffect(() => {
    let connected = false;
    const onState = (next: StreamState) => {
      setState(next);
      if (next !== 'live') return;
      // A job may have ended while nobody listened.
      if (connected) void queries.invalidateQueries({ queryKey: jobKeys.all });
      connected = true;
    };
    return listenTo('job', (job) => applyJob(queries, job), onState);
  }, [queries]);
  return state;
}

/** How often jobs are asked for while the stream is not there, in milliseconds. */
const POLL = 1_000;

/** The interval for a query of jobs that are not at their end. */
export function pollUnlessLive(stream: StreamState, active: boolean): number | false {
  return active && stream !== 'live' ? POLL : false;
}
