import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';
import type { QrCode, QrLook } from './qr-code.types';

export const qrKeys = {
  all: ['qr-codes'] as const,
  lists: ['qr-codes', 'list'] as const,
  detail: (id: string) => ['qr-codes', 'detail', id] as const,
};

const PAGE_SIZE = 24;

/** The codes that a search finds, part after part. */
export function qrCodeList(search: string) {
  return infiniteQueryOptions({
    queryKey: [...qrKeys.lists, 'found', search],
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: PAGE_SIZE, ...(search && { search }), ...(pageParam && { cursor: pageParam }) };
      return body(api.GET('/qr-codes', { params: { query }, signal }));
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
}

/** The newest few. */
export function newestQrCodes(limit: number) {
  return queryOptions({
    queryKey: [...qrKeys.lists, 'newest', limit],
    queryFn: ({ signal }) => body(api.GET('/qr-codes', { params: { query: { limit } }, signal })),
  });
}

export function qrCodeDetail(id: string) {
  return queryOptions({
    queryKey: qrKeys.detail(id),
    queryFn: ({ signal }) => body(api.GET('/qr-codes/{id}', { params: { path: { id } }, signal })),
  });
}

/** The code of a link as an SVG. `alias` tells pictures of a renamed link apart. */
export function qrPicture({ linkId, alias, look }: { linkId: string; alias: string; look: QrLook }) {
  return queryOptions({
    queryKey: [...qrKeys.all, 'picture', linkId, alias, look],
    queryFn: ({ signal }) =>
      body<string>(api.GET('/qr', { params: { query: { linkId, ...look } }, parseAs: 'text', signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The file of a saved code. */
export function qrFile({ linkId, look }: QrCode, format: 'svg' | 'png'): Promise<Blob> {
  return body<Blob>(api.GET('/qr', { params: { query: { linkId, ...look, format } }, parseAs: 'blob' }));
}
