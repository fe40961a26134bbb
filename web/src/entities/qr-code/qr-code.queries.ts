import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { NamedLink } from '@/entities/link/link-name';
import { api, body } from '@/shared/api/client';
import { workspaceKey } from '@/shared/api/workspace-key';
import type { QrCode, QrFormat, QrLook, QrPrint } from './qr-code.types';

export const qrKeys = {
  get lists() {
    return workspaceKey('qr-codes', 'list');
  },
  get details() {
    return workspaceKey('qr-codes', 'detail');
  },
  detail: (id: string) => workspaceKey('qr-codes', 'detail', id),
  report: (content: string, look: QrLook, print?: QrPrint) => workspaceKey('qr-codes', 'report', content, look, print),
  image: (content: QrContent, look: QrLook) => workspaceKey('qr-codes', 'image', content, look),
};

const PAGE_SIZE = 24;

/** The codes that match a search, page by page, with their scans of the last 30 days. */
export function qrCodeList(search: string) {
  return infiniteQueryOptions({
    queryKey: [...qrKeys.lists, 'search', search],
    queryFn: ({ pageParam, signal }) => {
      const query = {
        limit: PAGE_SIZE,
        include: ['spark' as const],
        ...(search && { search }),
        ...(pageParam && { cursor: pageParam }),
      };
      return body(api.GET('/qr-codes', { params: { query }, signal }));
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
}

/** The newest codes. */
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

/** A code of a link. */
export interface LinkContent {
  linkId: string;
  /** Part of the cache key: a renamed link has another image. */
  link: NamedLink;
  /** A saved code, which encodes its own URL. */
  code?: Pick<QrCode, 'id' | 'ownScans'>;
}

/** A saved code with a static content. */
export interface StaticCode {
  codeId: string;
  /** Part of the cache key: a changed content has another image. */
  content: string;
  label: string;
}

/** What a code encodes: the short URL of a link, a static content, or any URL. */
export type QrContent = LinkContent | StaticCode | { url: string };

/** What a saved code encodes. */
export function savedContent(code: QrCode): QrContent {
  const { id, link, linkId, ownScans } = code;
  // The images of lists depend on no other fields, such as the number of scans.
  if (link && linkId) return { linkId, link: { domain: link.domain, alias: link.alias }, code: { id, ownScans } };
  return { codeId: id, content: code.content, label: code.label };
}

function drawnContent(content: QrContent) {
  if ('url' in content) return content;
  if ('codeId' in content) return { codeId: content.codeId };
  return content.code ? { codeId: content.code.id } : { linkId: content.linkId };
}

/** The image of a link's code, of a saved code or of a URL, as SVG. */
export function qrPicture(content: QrContent, look: QrLook) {
  return queryOptions({
    queryKey: qrKeys.image(content, look),
    queryFn: ({ signal }) => {
      const query = { ...drawnContent(content), ...look };
      return body<string>(api.GET('/qr', { params: { query }, parseAs: 'text', signal }));
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Returns the server's rating of how reliably scanners read a code. */
export function rateQrCode(content: string, look: QrLook, print?: QrPrint, signal?: AbortSignal) {
  return body(api.POST('/qr/judge', { body: { content, look, ...print }, ...(signal && { signal }) }));
}

/** The server's rating of how reliably scanners read a code. */
export function qrReport(content: string, look: QrLook, print?: QrPrint) {
  return queryOptions({
    queryKey: qrKeys.report(content, look, print),
    queryFn: ({ signal }) => rateQrCode(content, look, print, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The image file of a saved code with a look, in the look's size or in a printed one. */
export function qrFile({ id, look }: QrCode, format: QrFormat, print?: QrPrint): Promise<Blob> {
  const query = { codeId: id, ...look, ...print, format };
  return body<Blob>(api.GET('/qr', { params: { query }, parseAs: 'blob' }));
}
