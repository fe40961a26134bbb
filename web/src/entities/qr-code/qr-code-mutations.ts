import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { usageKeys } from '@/entities/usage/usage.queries';
import { api, body } from '@/shared/api/client';
import { qrKeys } from './qr-code.queries';
import type { CreateQrCode, UpdateQrCode } from './qr-code.types';

function refresh(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: qrKeys.lists });
  void queries.invalidateQueries({ queryKey: usageKeys.all });
}

export function useCreateQrCode() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (code: CreateQrCode) => body(api.POST('/qr-codes', { body: code })),
    onSuccess: () => refresh(queries),
  });
}

export function useUpdateQrCode() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, change }: { id: string; change: UpdateQrCode }) =>
      body(api.PATCH('/qr-codes/{id}', { params: { path: { id } }, body: change })),
    onSuccess: (code) => {
      queries.setQueryData(qrKeys.detail(code.id), code);
      refresh(queries);
    },
  });
}

/** Deletes a code. Printed ones go on leading to the link. */
export function useDeleteQrCode() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      await api.DELETE('/qr-codes/{id}', { params: { path: { id } } });
    },
    onSuccess: (_, id) => {
      queries.removeQueries({ queryKey: qrKeys.detail(id) });
      refresh(queries);
    },
  });
}
