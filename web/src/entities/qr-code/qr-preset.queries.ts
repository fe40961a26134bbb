import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';
import type { components } from '@/shared/api/schema';
import { workspaceKey } from '@/shared/api/workspace-key';
import type { QrLook } from './qr-code.types';

/** A named look of the workspace. */
export type QrPreset = components['schemas']['QRPreset'];

/** The length of the longest name, in characters. */
export const MAX_PRESET_NAME = 60;

/** The presets of the workspace, which has at most 50. */
export function qrPresets() {
  return queryOptions({
    queryKey: workspaceKey('qr-presets'),
    queryFn: async ({ signal }) => (await body(api.GET('/qr-presets', { signal }))).items,
  });
}

function useInvalidate() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: workspaceKey('qr-presets') });
}

export function useCreateQrPreset() {
  const onSuccess = useInvalidate();
  return useMutation({
    mutationFn: (preset: { name: string; look: QrLook }) => body(api.POST('/qr-presets', { body: preset })),
    onSuccess,
  });
}

/** Renames a preset or changes its look. Codes that were designed with it are not changed. */
export function useUpdateQrPreset() {
  const onSuccess = useInvalidate();
  return useMutation({
    mutationFn: ({ id, change }: { id: string; change: { name?: string; look?: QrLook } }) =>
      body(api.PATCH('/qr-presets/{id}', { params: { path: { id } }, body: change })),
    onSuccess,
  });
}

/** Deletes a preset. Codes that were designed with it are not changed. */
export function useDeleteQrPreset() {
  const onSettled = useInvalidate();
  return useMutation({
    mutationFn: async (id: string) => {
      await api.DELETE('/qr-presets/{id}', { params: { path: { id } } });
    },
    onSettled,
  });
}
