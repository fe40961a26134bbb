import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { followJob, type Job, jobKeys } from '@/entities/job/job.queries';
import { api, body } from '@/shared/api/client';
import type { components } from '@/shared/api/schema';

export type RetrievalInput = components['schemas']['RetrievalInput'];

/** One retrieval of the links of another shortener. */
export function retrievalJob(id: string) {
  return queryOptions({
    queryKey: jobKeys.detail(id),
    queryFn: ({ signal }) => body(api.GET('/retrievals/{id}', { params: { path: { id } }, signal })),
  });
}

/** Starts a retrieval. */
export function useStartRetrieval() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: RetrievalInput) => body(api.POST('/retrievals', { body: input })),
    onSuccess: (job) => {
      queries.setQueryData(jobKeys.detail(job.id), job);
      followJob(queries, job.id);
    },
  });
}

/** Continues a retrieval that has stopped with another key. */
export function useContinueWithKey({ id }: Job) {
  const queries = useQueryClient();
  const params = { path: { id } };
  return useMutation({
    mutationFn: async (key: string) => {
      await body(api.PUT('/retrievals/{id}/key', { params, body: { key } }));
      return body(api.POST('/retrievals/{id}/resume', { params }));
    },
    onSuccess: (job) => {
      queries.setQueryData(jobKeys.detail(job.id), job);
      followJob(queries, job.id);
    },
  });
}
