import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';
import type { components } from '@/shared/api/schema';
import { workspaceKey } from '@/shared/api/workspace-key';

type Schemas = components['schemas'];

export type ApiKey = Schemas['APIKey'];
export type CreatedApiKey = Schemas['CreatedAPIKey'];
export type ApiKeyDraft = Required<Schemas['CreateAPIKey']> & { yourlsSignature: boolean; yourlsUnique: boolean };

export const apiKeyKeys = {
  get all() {
    return workspaceKey('api-keys');
  },
};

/** The API keys of the workspace that are not revoked, newest first. Only owners and admins can list them. */
export function apiKeys() {
  return queryOptions({
    queryKey: apiKeyKeys.all,
    queryFn: async ({ signal }) => (await body(api.GET('/api-keys', { signal }))).items,
  });
}

/**
 * The signature of a key with `yourlsSignature`. It is requested each time that it is shown and dropped afterwards: it is a
 * secret, which a rotation replaces.
 */
export function apiKeySignature(id: string) {
  return queryOptions({
    queryKey: [...apiKeyKeys.all, id, 'signature'],
    queryFn: async ({ signal }) =>
      (await body(api.GET('/api-keys/{id}/signature', { params: { path: { id } }, signal }))).signature,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

const refresh = (queries: QueryClient) => queries.invalidateQueries({ queryKey: apiKeyKeys.all });

/** Creates a key, or updates the one with `id`. A new key has its secret in `key`. */
export function useSaveApiKey(id: string | undefined) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (draft: ApiKeyDraft): Promise<ApiKey | CreatedApiKey> =>
      id
        ? body(
            api.PATCH('/api-keys/{id}', {
              params: { path: { id } },
              body: { ...draft, networks: draft.networks ?? [] },
            }),
          )
        : body(api.POST('/api-keys', { body: draft })),
    onSuccess: () => refresh(queries),
  });
}

/** Replaces the secret of a key. The previous one works for `overlapSeconds`. */
export function useRotateApiKey(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (overlapSeconds: number) =>
      body(api.POST('/api-keys/{id}/rotate', { params: { path: { id } }, body: { overlapSeconds } })),
    onSuccess: () => refresh(queries),
  });
}

/** Revokes a key at once. */
export function useRevokeApiKey() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      await api.DELETE('/api-keys/{id}', { params: { path: { id } } });
    },
    onSettled: () => refresh(queries),
  });
}
