import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';
import type { components } from '@/shared/api/schema';
import { trackJob } from './tracked-jobs';

type Schemas = components['schemas'];
export type Job = Schemas['Job'];
export type JobPage = Schemas['ListJob'];

export const jobKeys = {
  all: ['jobs'] as const,
  list: ['jobs', 'list'] as const,
  one: (id: string) => ['jobs', 'one', id] as const,
};

/** Whether a job gets on by itself. */
export function isActive(job: Job): boolean {
  return job.state === 'queued' || job.state === 'running';
}

/** The last imports and exports, newest first. */
export function jobList() {
  return queryOptions({
    queryKey: jobKeys.list,
    queryFn: ({ signal }) => body(api.GET('/jobs', { params: { query: { limit: 100 } }, signal })),
  });
}

/** One import, as long as it is looked at. */
export function importJob(id: string) {
  return queryOptions({
    queryKey: jobKeys.one(id),
    queryFn: ({ signal }) => body(api.GET('/imports/{id}', { params: { path: { id } }, signal })),
  });
}

/** Stopping, resuming and removing jobs. */
export function useJobMutations() {
  const queries = useQueryClient();
  const onSettled = () => queries.invalidateQueries({ queryKey: jobKeys.all });
  return {
    cancel: useMutation({
      mutationFn: ({ kind, id }: Job) => body(api.POST(`/${kind}s/{id}/cancel`, { params: { path: { id } } })),
      onSettled,
    }),
    resume: useMutation({
      mutationFn: ({ kind, id }: Job) => body(api.POST(`/${kind}s/{id}/resume`, { params: { path: { id } } })),
      onSuccess: (job) => trackJob(job.id),
      onSettled,
    }),
    remove: useMutation({
      mutationFn: ({ kind, id }: Job) => api.DELETE(`/${kind}s/{id}`, { params: { path: { id } } }),
      onSettled,
    }),
  };
}

export type ExportChoice = Schemas['CreateExport'];

/** Starts an export of links; its file is fetched when it is done. */
export async function startExport(choice: ExportChoice): Promise<Job> {
  const job = await body(api.POST('/exports', { body: choice }));
  trackJob(job.id);
  return job;
}
