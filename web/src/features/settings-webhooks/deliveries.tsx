import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type DeliveryStatus,
  type Webhook,
  type WebhookDelivery,
  webhookDeliveries,
} from '@/entities/webhook/webhook.queries';
import { useEntryZone } from '@/entities/workspace/use-workspace-zone';
import { usePagedList } from '@/shared/hooks/use-paged-list';
import { formatDateTime, plural } from '@/shared/lib/format';
import { CursorPager } from '@/shared/ui/cursor-pager';
import { EmptyState } from '@/shared/ui/empty-state';
import { lazyPart } from '@/shared/ui/lazy-part';
import { PanelError } from '@/shared/ui/panel-error';
import { PanelItem } from '@/shared/ui/panel-item';
import { Select } from '@/shared/ui/select';
import { Skeleton } from '@/shared/ui/skeleton';
import { DeliveryBadge, STATUSES } from './webhook-status';

const DeliveryDialog = lazyPart(() => import('./delivery-dialog'), 'DeliveryDialog');

const ALL = 'all';
const FILTERS = [{ value: ALL, label: 'All deliveries' }, ...STATUSES] as const;

/** The deliveries of a webhook, newest first, with a filter by status. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const [filter, setFilter] = useState<(typeof FILTERS)[number]['value']>(ALL);
  const [shown, setShown] = useState<string | null>(null);
  const status: DeliveryStatus | '' = filter === ALL ? '' : filter;
  const pages = usePagedList(status);
  const { data, error, refetch } = useQuery(webhookDeliveries(webhook.id, status, pages.cursor));
  return (
    <section className="mt-6" aria-labelledby="hook-deliveries">
      <div className="hook-deliveries-head">
        <h2 id="hook-deliveries">Deliveries</h2>
        <Select aria-label="Status" value={filter} options={FILTERS} onChange={setFilter} />
      </div>
      <div className="ui-panel mt-3">
        {error && !data ? (
          <PanelError error={error} onRetry={refetch} />
        ) : !data ? (
          <div className="ui-row" aria-busy="true">
            <Skeleton width="60%" height={38} />
          </div>
        ) : data.items.length === 0 ? (
          <EmptyState>
            {status
              ? 'No deliveries with this status.'
              : 'No deliveries yet. Send a test message to check your receiver.'}
          </EmptyState>
        ) : (
          <ul aria-label="Deliveries">
            {data.items.map((delivery) => (
              <DeliveryItem key={delivery.id} delivery={delivery} onShow={() => setShown(delivery.id)} />
            ))}
          </ul>
        )}
      </div>
      <CursorPager pages={pages} nextCursor={data?.nextCursor} />
      <p className="ui-small ui-muted mt-4">
        Stored for 30 days. Failed requests are retried 7 times within about 27 hours.
      </p>
      {shown && <DeliveryDialog webhook={webhook} deliveryId={shown} onClose={() => setShown(null)} />}
    </section>
  );
}

function DeliveryItem({ delivery, onShow }: { delivery: WebhookDelivery; onShow: () => void }) {
  const zone = useEntryZone();
  const { event, createdAt, attempts, lastStatusCode, lastDurationMs, nextAttemptAt } = delivery;
  const facts = [
    formatDateTime(createdAt, zone),
    lastStatusCode ? `Status ${lastStatusCode}` : attempts > 0 && 'No response',
    lastDurationMs !== null && `${lastDurationMs} ms`,
    attempts > 1 && plural(attempts, 'attempt'),
    nextAttemptAt && attempts > 0 && `next attempt ${formatDateTime(nextAttemptAt, zone)}`,
  ];
  return (
    <PanelItem>
      <div className="hook-name">
        <button type="button" className="hook-open ui-mono" onClick={onShow}>
          {event}
        </button>
        <span className="ui-small ui-muted">{facts.filter(Boolean).join(' · ')}</span>
      </div>
      <DeliveryBadge status={delivery.status} attempts={attempts} />
    </PanelItem>
  );
}
