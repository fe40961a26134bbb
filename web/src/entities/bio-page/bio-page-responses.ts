import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';
import { fetchFile } from '@/shared/api/download';
import type { components } from '@/shared/api/schema';
import { workspaceKey } from '@/shared/api/workspace-key';

/** What a visitor sent with a form of a page. */
export type PageResponse = components['schemas']['BioPageResponse'];

/** A form of a page with the number of its responses. */
export type PageForm = components['schemas']['BioPageForm'];

const PAGE_SIZE = 50;
const responseKey = (pageId: string) => workspaceKey('bio-pages', 'responses', pageId);
const selection = (blockId: string) => (blockId ? { blockId } : {});

/** The forms of a page: those of its draft, and deleted ones that have responses. */
export function pageForms(pageId: string) {
  return queryOptions({
    queryKey: [...responseKey(pageId), 'forms'],
    queryFn: async ({ signal }) =>
      (await body(api.GET('/bio-pages/{id}/forms', { params: { path: { id: pageId } }, signal }))).items,
  });
}

/** The responses to a form of a page, or to all of them with an empty `blockId`, newest first. */
export function pageResponses(pageId: string, blockId: string) {
  return infiniteQueryOptions({
    queryKey: [...responseKey(pageId), 'list', blockId],
    queryFn: ({ signal, pageParam }) => {
      const query = { limit: PAGE_SIZE, ...selection(blockId), ...(pageParam && { cursor: pageParam }) };
      return body(api.GET('/bio-pages/{id}/responses', { params: { path: { id: pageId }, query }, signal }));
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });
}

/** Fetches the responses to a form, or to all forms with an empty `blockId`, as CSV. */
export function fetchResponseFile(pageId: string, blockId: string) {
  return fetchFile(`/bio-pages/${pageId}/responses/export`, new URLSearchParams(blockId ? { blockId } : {}));
}

/** Deletes one response. */
export function useDeleteResponse(pageId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (responseId: string) => {
      await api.DELETE('/bio-pages/{id}/responses/{responseId}', { params: { path: { id: pageId, responseId } } });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: responseKey(pageId) }),
  });
}

/** Deletes the responses to a form, or to all forms with an empty `blockId`. Returns their number. */
export function useDeleteResponses(pageId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (blockId: string) => {
      const params = { path: { id: pageId }, query: selection(blockId) };
      return (await body(api.DELETE('/bio-pages/{id}/responses', { params }))).deleted;
    },
    onSettled: () => queries.invalidateQueries({ queryKey: responseKey(pageId) }),
  });
}
