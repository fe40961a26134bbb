import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';
import { publishEvent } from '@/shared/api/query-meta';
import { qrKeys } from './qr-code.queries';
import type { CreateQrCode, UpdateQrCode } from './qr-code.types';

/** Refetches the lists of codes, and what depends on codes. */
export function invalidateQrCodes(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: qrKeys.lists });
  publishEvent(queries, 'qrCodeChanged');
}

export function useCreateQrCode() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (code: CreateQrCode) => body(api.POST('/qr-codes', { body: code })),
    onSuccess: () => invalidateQrCodes(queries),
  });
}

export function useUpdateQrCode() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, change }: { id: string; change: UpdateQrCode }) =>
      body(api.PATCH('/qr-codes/{id}', { params: { path: { id } }, body: change })),
    onSuccess: (code) => {
      queries.setQueryData(qrKeys.detail(code.id), code);
      invalidateQrCodes(queries);
    },
  });
}

/** Deletes a code. Printed copies still redirect to the link. */
export function useDeleteQrCode() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      await api.DELETE('/qr-codes/{id}', { params: { path: { id } } });
    },
    onSuccess: (_, id) => {
      queries.removeQueries({ queryKey: qrKeys.detail(id) });
      invalidateQrCodes(queries);
    },
  });
}
