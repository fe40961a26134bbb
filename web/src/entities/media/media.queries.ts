import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';
import type { components } from '@/shared/api/schema';
import { workspaceKey } from '@/shared/api/workspace-key';

/** An image of the media library. */
export type Media = components['schemas']['Media'];

const mediaKeys = {
  get all() {
    return workspaceKey('media');
  },
  list: (unused: boolean) => workspaceKey('media', 'list', unused),
  detail: (id: string) => workspaceKey('media', 'detail', id),
};

const PAGE = 24;

/** The images of the workspace, newest first; with `unused`, those that no bio page shows. */
export function mediaList(unused: boolean) {
  return infiniteQueryOptions({
    queryKey: mediaKeys.list(unused),
    queryFn: ({ signal, pageParam }) => {
      const query = { limit: PAGE, ...(unused && { unused }), ...(pageParam && { cursor: pageParam }) };
      return body(api.GET('/media', { params: { query }, signal }));
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
}

/** One image. */
export function mediaDetail(id: string) {
  return queryOptions({
    queryKey: mediaKeys.detail(id),
    queryFn: ({ signal }) => body(api.GET('/media/{id}', { params: { path: { id } }, signal })),
  });
}

/** Uploads an image. `onProgress` is called with the uploaded fraction, 0 to 1. */
export async function uploadImage(file: File, alt: string, onProgress: (fraction: number) => void): Promise<Media> {
  const { uploadFile } = await import('@/shared/api/upload');
  const form = new FormData();
  form.append('alt', alt);
  form.append('file', file);
  return uploadFile<Media>('/media', form, { onProgress });
}

/** Changes the description and the focal point of an image. */
export async function updateImage(id: string, change: components['schemas']['UpdateMedia']): Promise<Media> {
  return body(api.PATCH('/media/{id}', { params: { path: { id } }, body: change }));
}

/** Returns a function that loads all lists of images again. */
export function useInvalidateMedia() {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: mediaKeys.all });
}

/** Deletes an image that no page shows. */
export function useDeleteMedia() {
  const invalidate = useInvalidateMedia();
  return useMutation({
    mutationFn: async (id: string) => {
      await api.DELETE('/media/{id}', { params: { path: { id } } });
    },
    onSettled: invalidate,
  });
}
