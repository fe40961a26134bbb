import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Job, jobKeys } from '@/entities/job/job.queries';
import { trackJob } from '@/entities/job/tracked-jobs';
import { API_BASE, api, body, endSession, identify } from '@/shared/api/client';
import { readProblem } from '@/shared/api/errors';
import type { components } from '@/shared/api/schema';
import { workspaceKey } from '@/shared/api/workspace-key';

type Schemas = components['schemas'];
export type Preview = Schemas['ImportPreview'];
export type PreviewRow = Schemas['ImportRow'];
export type Options = Schemas['ImportOptions'];
export type Policy = NonNullable<Options['onConflict']>;

/** The most that an upload may have, in bytes. The server says so too; here it is said before the file is sent. */
export const MOST_BYTES = 50 * 1024 * 1024;

/** Sends a file. It may take long on a slow line, so that nothing but the user ends it. */
async function upload(file: File): Promise<Job> {
  if (file.size > MOST_BYTES) throw new Error('A file has at most 50 MB. Split it up.');
  const headers = identify(new Headers({ 'Content-Type': 'text/csv' }));
  const query = new URLSearchParams({ start: 'false', name: file.name });
  const response = await fetch(`${API_BASE}/imports?${query}`, {
    method: 'POST',
    headers,
    credentials: 'include',
    body: file,
  });
  if (response.status === 401) endSession();
  if (!response.ok) throw await readProblem(response, headers.get('X-Request-Id') ?? '');
  return (await response.json()) as Job;
}

/** Uploading a file; the import is a draft then. */
export function useUpload() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: upload,
    onSuccess: (job) => queries.setQueryData(jobKeys.detail(job.id), job),
  });
}

/** What an import would do with these options. */
export function importPreview(id: string, options: Options) {
  return queryOptions({
    queryKey: workspaceKey('import-preview', id, options),
    queryFn: ({ signal }) =>
      body(api.POST('/imports/{id}/preview', { params: { path: { id } }, body: options, signal })),
    retry: false,
    placeholderData: keepPreviousData,
  });
}

/** Starting an uploaded import. */
export function useStartImport(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (options: Options) =>
      body(api.POST('/imports/{id}/start', { params: { path: { id } }, body: options })),
    onSuccess: (job) => {
      trackJob(job.id);
      queries.setQueryData(jobKeys.detail(job.id), job);
      void queries.invalidateQueries({ queryKey: jobKeys.list });
    },
  });
}
