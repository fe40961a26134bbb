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

/** Maximum size of an upload in bytes. Checked before the upload; the server enforces it too. */
export const MAX_UPLOAD_BYTES = 50 * 1024 * 1024;

/** Uploads a file. It has no timeout, since slow connections may take long. */
async function upload(file: File): Promise<Job> {
  if (file.size > MAX_UPLOAD_BYTES) throw new Error('This file is larger than 50 MB. Split it into smaller files.');
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

/** Uploads a file as a draft import. */
export function useUpload() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: upload,
    onSuccess: (job) => queries.setQueryData(jobKeys.detail(job.id), job),
  });
}

/** A preview of the import with these options. */
export function importPreview(id: string, options: Options) {
  return queryOptions({
    queryKey: workspaceKey('import-preview', id, options),
    queryFn: ({ signal }) =>
      body(api.POST('/imports/{id}/preview', { params: { path: { id } }, body: options, signal })),
    retry: false,
    placeholderData: keepPreviousData,
  });
}

/** Starts a draft import. */
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
