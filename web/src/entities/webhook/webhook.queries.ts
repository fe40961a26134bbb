import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';
import type { components } from '@/shared/api/schema';
import { workspaceKey } from '@/shared/api/workspace-key';

type Schemas = components['schemas'];

export type Webhook = Schemas['Webhook'];
export type CreatedWebhook = Schemas['CreatedWebhook'];
export type WebhookDraft = Required<Pick<Schemas['CreateWebhook'], 'url'>> & {
  events: string[];
  description: string;
  clickSample: number;
  clickBots: boolean;
};
export type WebhookDelivery = Schemas['WebhookDelivery'];
export type DeliveryStatus = WebhookDelivery['status'];

export const webhookKeys = {
  get all() {
    return workspaceKey('webhooks');
  },
};

const refresh = (queries: QueryClient) => queries.invalidateQueries({ queryKey: webhookKeys.all });

/** The webhooks of the workspace, newest first. Only owners and admins can list them. */
export function webhooks() {
  return queryOptions({
    queryKey: [...webhookKeys.all, 'list'],
    queryFn: async ({ signal }) => (await body(api.GET('/webhooks', { signal }))).items,
  });
}

export function webhookDetail(id: string) {
  return queryOptions({
    queryKey: [...webhookKeys.all, 'one', id],
    queryFn: ({ signal }) => body(api.GET('/webhooks/{id}', { params: { path: { id } }, signal })),
  });
}

export const DELIVERIES_PER_PAGE = 25;
const POLL_MS = 3000;

/** A page of the deliveries of a webhook, newest first. It is refetched while one of them is pending. */
export function webhookDeliveries(id: string, status: DeliveryStatus | '', cursor?: string) {
  return queryOptions({
    queryKey: [...webhookKeys.all, 'deliveries', id, status, cursor ?? ''],
    queryFn: ({ signal }) => {
      const query = { limit: DELIVERIES_PER_PAGE, ...(status && { status }), ...(cursor && { cursor }) };
      return body(api.GET('/webhooks/{id}/deliveries', { params: { path: { id }, query }, signal }));
    },
    refetchInterval: ({ state }) => state.data?.items.some((one) => one.status === 'pending') && POLL_MS,
  });
}

/** A delivery with its body and its attempts. */
export function webhookDelivery(id: string, deliveryId: string) {
  return queryOptions({
    queryKey: [...webhookKeys.all, 'delivery', id, deliveryId],
    queryFn: ({ signal }) =>
      body(api.GET('/webhooks/{id}/deliveries/{deliveryId}', { params: { path: { id, deliveryId } }, signal })),
    refetchInterval: ({ state }) => state.data?.status === 'pending' && POLL_MS,
  });
}

/** Creates a webhook, or updates the one with `id`. A new webhook has its `secret`. */
export function useSaveWebhook(id: string | undefined) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (draft: WebhookDraft): Promise<Webhook | CreatedWebhook> =>
      id
        ? body(api.PATCH('/webhooks/{id}', { params: { path: { id } }, body: draft }))
        : body(api.POST('/webhooks', { body: draft })),
    onSuccess: () => refresh(queries),
  });
}

/** Enables or disables a webhook. */
export function useEnableWebhook(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (enabled: boolean) =>
      body(api.PATCH('/webhooks/{id}', { params: { path: { id } }, body: { enabled } })),
    onSettled: () => refresh(queries),
  });
}

/** Replaces the secret of a webhook. Requests also have a signature of the previous one for `overlapSeconds`. */
export function useRotateWebhookSecret(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (overlapSeconds: number) =>
      body(api.POST('/webhooks/{id}/rotate-secret', { params: { path: { id } }, body: { overlapSeconds } })),
    onSuccess: () => refresh(queries),
  });
}

export function useDeleteWebhook() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      await api.DELETE('/webhooks/{id}', { params: { path: { id } } });
    },
    onSettled: () => refresh(queries),
  });
}

/** Sends a test message. */
export function useTestWebhook(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => body(api.POST('/webhooks/{id}/test', { params: { path: { id } } })),
    onSettled: () => refresh(queries),
  });
}

/** Sends the message of a delivery again. */
export function useRetryDelivery(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (deliveryId: string) =>
      body(api.POST('/webhooks/{id}/deliveries/{deliveryId}/retry', { params: { path: { id, deliveryId } } })),
    onSettled: () => refresh(queries),
  });
}
