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

export interface QrContent {
  linkId: string;
  /** Tells pictures of a renamed link apart. */
  alias: string;
  /** A saved code, whose address is its own. */
  code?: Pick<QrCode, 'id' | 'ownScans'>;
}

/** The code of a link, or a saved one, as an SVG. */
export function qrPicture({ linkId, alias, code, look }: QrContent & { look: QrLook }) {
  return queryOptions({
    queryKey: [...qrKeys.all, 'picture', linkId, alias, code?.id, code?.ownScans, look],
    queryFn: ({ signal }) => {
      const query = { ...(code ? { codeId: code.id } : { linkId }), ...look };
      return body<string>(api.GET('/qr', { params: { query }, parseAs: 'text', signal }));
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The file of a saved code. */
export function qrFile({ id, look }: QrCode, format: 'svg' | 'png'): Promise<Blob> {
  return body<Blob>(api.GET('/qr', { params: { query: { codeId: id, ...look, format } }, parseAs: 'blob' }));
}
