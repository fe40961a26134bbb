import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';
import type { components } from '@/shared/api/schema';
import { workspaceKey } from '@/shared/api/workspace-key';
import { trackJob } from './tracked-jobs';

type Schemas = components['schemas'];
export type Job = Schemas['Job'];
export type JobPage = Schemas['ListJob'];

export const jobKeys = {
  get all() {
    return workspaceKey('jobs');
  },
  get list() {
    return workspaceKey('jobs', 'list');
  },
  detail: (id: string) => workspaceKey('jobs', 'detail', id),
};

/** Whether a job is queued or running. */
export function isActive(job: Job): boolean {
  return job.state === 'queued' || job.state === 'running';
}

/** The last 100 jobs, newest first. */
export function jobList() {
  return queryOptions({
    queryKey: jobKeys.list,
    queryFn: ({ signal }) => body(api.GET('/jobs', { params: { query: { limit: 100 } }, signal })),
  });
}

/** Announces the completion of a job that this tab started. The cached list may be older than the job, so it is fetched again. */
export function followJob(queries: QueryClient, id: string): void {
  void queries.invalidateQueries({ queryKey: jobKeys.list });
  trackJob(id);
}

/** One import. */
export function importJob(id: string) {
  return queryOptions({
    queryKey: jobKeys.detail(id),
    queryFn: ({ signal }) => body(api.GET('/imports/{id}', { params: { path: { id } }, signal })),
  });
}

/** Cancelling, resuming, undoing and removing jobs. */
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
      onSuccess: (job) => followJob(queries, job.id),
      onSettled,
    }),
    /** Only of a change of links. */
    undo: useMutation({
      mutationFn: (id: string) => body(api.POST('/changes/{id}/undo', { params: { path: { id } } })),
      onSuccess: (job) => followJob(queries, job.id),
      onSettled,
    }),
    remove: useMutation({
      mutationFn: ({ kind, id }: Job) => api.DELETE(`/${kind}s/{id}`, { params: { path: { id } } }),
      onSettled,
    }),
  };
}

export type ExportOptions = Schemas['CreateExport'];

/** Starts an export of links. The file is ready when the job is done. */
export async function startExport(queries: QueryClient, options: ExportOptions): Promise<Job> {
  const job = await body(api.POST('/exports', { body: options }));
  followJob(queries, job.id);
  return job;
}
