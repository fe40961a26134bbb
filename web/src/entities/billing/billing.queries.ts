import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';
import type { components } from '@/shared/api/schema';
import { workspaceKey } from '@/shared/api/workspace-key';

export type BillingState = components['schemas']['BillingState'];
/** A package with its billing period. */
export type Price = components['schemas']['PriceChoice'];

const current = { params: { path: { id: 'current' } } } as const;

/** The trial and the subscription of the workspace. */
export function billingState() {
  return queryOptions({
    queryKey: workspaceKey('billing'),
    queryFn: ({ signal }) => body(api.GET('/workspaces/{id}/billing', { ...current, signal })),
  });
}

/** The packages. Not that of the public pages, with which this screen would share a chunk: another request for them. */
export const plansForSale = queryOptions({
  queryKey: ['packages'],
  queryFn: ({ signal }) => body(api.GET('/packages', { signal })),
});

/** The latest invoices. Only owners can read them. */
export function invoices() {
  return queryOptions({
    queryKey: workspaceKey('invoices'),
    queryFn: async ({ signal }) =>
      (await body(api.GET('/workspaces/{id}/billing/invoices', { ...current, signal }))).items,
  });
}

/** What a change of the subscription charges now. */
export function planChangePreview(price: Price) {
  return queryOptions({
    queryKey: [...workspaceKey('plan-change'), price],
    queryFn: ({ signal }) => body(api.POST('/workspaces/{id}/billing/preview', { ...current, body: price, signal })),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** A change of the plan: it stores the new state and refetches what depends on the plan. */
function useBillingMutation<T>(change: (input: T) => Promise<BillingState>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (state) => {
      queries.setQueryData(billingState().queryKey, state);
      for (const name of ['workspace', 'usage', 'invoices'] as const) {
        void queries.invalidateQueries({ queryKey: workspaceKey(name) });
      }
    },
  });
}

export function useStartTrial() {
  return useBillingMutation((plan: string) =>
    body(api.POST('/workspaces/{id}/billing/trial', { ...current, body: { package: plan } })),
  );
}

export function useChangePlan() {
  return useBillingMutation((change: Price & { previewedAt: string }) =>
    body(api.POST('/workspaces/{id}/billing/change', { ...current, body: change })),
  );
}

/** Cancels the subscription at the end of its period, or resumes it. */
export function useCancelSubscription() {
  return useBillingMutation((cancel: boolean) =>
    cancel
      ? body(api.POST('/workspaces/{id}/billing/cancel', current))
      : body(api.POST('/workspaces/{id}/billing/resume', current)),
  );
}

function open({ url }: { url: string }) {
  window.location.assign(url);
}

/** Opens the page on which a plan is paid. */
export function useCheckout() {
  return useMutation({
    mutationFn: (price: Price) => body(api.POST('/workspaces/{id}/billing/checkout', { ...current, body: price })),
    onSuccess: open,
  });
}

/** Opens the page for payment methods and tax ids. */
export function usePortal() {
  return useMutation({
    mutationFn: () => body(api.POST('/workspaces/{id}/billing/portal', current)),
    onSuccess: open,
  });
}
