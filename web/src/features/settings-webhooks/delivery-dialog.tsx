import { useQuery } from '@tanstack/react-query';
import { useRetryDelivery, type Webhook, webhookDelivery } from '@/entities/webhook/webhook.queries';
import { useEntryZone } from '@/entities/workspace/use-workspace-zone';
import { messageOf } from '@/shared/api/errors';
import type { components } from '@/shared/api/schema';
import { formatDateTime } from '@/shared/lib/format';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';
import { toast } from '@/shared/ui/toast';
import { DeliveryBadge } from './webhook-status';

interface Props {
  webhook: Webhook;
  deliveryId: string;
  onClose: () => void;
}

/** A delivery with its body and its attempts. It can be sent again. */
export function DeliveryDialog({ webhook, deliveryId, onClose }: Props) {
  const zone = useEntryZone();
  const { data: delivery, error, refetch } = useQuery(webhookDelivery(webhook.id, deliveryId));
  const retry = useRetryDelivery(webhook.id);
  const sendAgain = () =>
    retry.mutate(deliveryId, {
      onSuccess: () => toast({ title: 'Message queued again' }),
      onError: (failure) => toast({ title: 'Couldn’t retry the delivery', text: messageOf(failure), tone: 'bad' }),
    });
  return (
    <Dialog
      open
      onClose={onClose}
      place="side"
      width={620}
      title={delivery?.event ?? 'Delivery'}
      footer={
        delivery && (
          <Button busy={retry.isPending} disabled={!webhook.enabled} onClick={sendAgain}>
            Send again
          </Button>
        )
      }
    >
      {error && !delivery ? (
        <PanelError error={error} onRetry={refetch} />
      ) : !delivery ? (
        <Skeleton height={200} />
      ) : (
        <div className="hook-form">
          <p className="hook-state">
            <DeliveryBadge status={delivery.status} attempts={delivery.attempts} />
            <span className="ui-mono ui-small">{delivery.messageId}</span>
          </p>
          <section>
            <h3>Attempts</h3>
            {(delivery.attemptList ?? []).length === 0 && <p className="ui-muted">None yet.</p>}
            <ol className="hook-attempts">
              {(delivery.attemptList ?? []).map((attempt) => (
                <Attempt key={attempt.at} attempt={attempt} zone={zone} />
              ))}
            </ol>
            {delivery.nextAttemptAt && (
              <p className="ui-small ui-muted">Next attempt: {formatDateTime(delivery.nextAttemptAt, zone)}</p>
            )}
          </section>
          <section>
            <h3>Body</h3>
            <Code label="Body" text={formatJson(delivery.body)} />
          </section>
        </div>
      )}
    </Dialog>
  );
}

function Attempt({ attempt, zone }: { attempt: components['schemas']['WebhookAttempt']; zone: string }) {
  const { at, statusCode, durationMs, error, excerpt } = attempt;
  return (
    <li>
      <p>
        <b>{statusCode ? `Status ${statusCode}` : error}</b>{' '}
        <span className="ui-small ui-muted">
          {formatDateTime(at, zone)} · {durationMs} ms
        </span>
      </p>
      {excerpt && <Code label="Response" text={excerpt} />}
    </li>
  );
}

function Code({ label, text }: { label: string; text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <pre className="hook-code" tabIndex={0} role="region" aria-label={label}>
      {text}
    </pre>
  );
}

function formatJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
