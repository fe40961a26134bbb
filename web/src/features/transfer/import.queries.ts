import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { followJob, type Job, jobKeys } from '@/entities/job/job.queries';
import { api, body } from '@/shared/api/client';
import type { components } from '@/shared/api/schema';
import { workspaceKey } from '@/shared/api/workspace-key';

type Schemas = components['schemas'];
export type Preview = Schemas['ImportPreview'];
export type PreviewRow = Schemas['ImportRow'];
export type Options = Schemas['ImportOptions'];
export type Policy = NonNullable<Options['onConflict']>;

/** Maximum size of an upload in bytes. Checked before the upload; the server enforces it too. */
export const MAX_UPLOAD_BYTES = 1024 ** 3;

/** Uploads a file as a draft import. `onProgress` receives the uploaded fraction, 0 to 1. */
export function useUpload(onProgress: (fraction: number) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (file: File) => {
      if (file.size > MAX_UPLOAD_BYTES)
        throw new Error('This file is larger than 1 GB. Compress it with gzip, or split it into smaller files.');
      onProgress(0);
      const query = new URLSearchParams({ start: 'false', name: file.name });
      const { uploadFile } = await import('@/shared/api/upload');
      return uploadFile<Job>(`/imports?${query}`, file, { contentType: 'text/csv', onProgress });
    },
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
      queries.setQueryData(jobKeys.detail(job.id), job);
      followJob(queries, job.id);
    },
  });
}
