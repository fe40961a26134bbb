import type { DeliveryStatus, Webhook, WebhookDelivery } from '@/entities/webhook/webhook.queries';
import { Badge } from '@/shared/ui/badge';

/** Whether a webhook works. */
export function WebhookStatus({ webhook: { enabled, failingSince, lastSuccessAt } }: { webhook: Webhook }) {
  if (!enabled) return <Badge tone="bad">Disabled</Badge>;
  if (failingSince) return <Badge tone="bad">Failing</Badge>;
  return <Badge tone={lastSuccessAt ? 'ok' : undefined}>Enabled</Badge>;
}

/** Why a webhook is disabled, as a sentence. */
export function disabledText({ disabledReason }: Webhook): string {
  switch (disabledReason) {
    case 'gone':
      return 'Disabled because the receiver responded with 410 Gone.';
    case 'failing':
      return 'Disabled because every request failed for 5 days.';
    default:
      return 'Disabled by a member. No events are sent.';
  }
}

export const STATUSES = [
  { value: 'pending', label: 'Pending' },
  { value: 'succeeded', label: 'Succeeded' },
  { value: 'failed', label: 'Failed' },
  { value: 'cancelled', label: 'Cancelled' },
] as const satisfies readonly { value: DeliveryStatus; label: string }[];

/** The state of a delivery. */
export function DeliveryBadge({ status, attempts }: Pick<WebhookDelivery, 'status' | 'attempts'>) {
  if (status === 'pending' && attempts > 0) return <Badge tone="bad">Retrying</Badge>;
  const tone = status === 'succeeded' ? 'ok' : status === 'failed' ? 'bad' : undefined;
  return <Badge tone={tone}>{STATUSES.find(({ value }) => value === status)?.label ?? status}</Badge>;
}
