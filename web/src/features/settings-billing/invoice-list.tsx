import { useQuery } from '@tanstack/react-query';
import { invoices } from '@/entities/billing/billing.queries';
import { formatDate, formatMoney } from '@/shared/lib/format';
import { Badge } from '@/shared/ui/badge';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';

const STATUS: Record<string, string> = {
  draft: 'Draft',
  open: 'Open',
  paid: 'Paid',
  uncollectible: 'Uncollectible',
  void: 'Void',
};

/** The latest invoices, for owners. */
export function InvoiceList() {
  const { data, error, refetch } = useQuery(invoices());
  if (error) return <PanelError error={error} onRetry={refetch} />;
  if (!data) return <Skeleton height={62} className="max-w-[560px]" />;
  if (data.length === 0) return <p className="ui-muted">No invoices yet.</p>;
  return (
    <ul className="ui-panel max-w-[560px]" aria-label="Invoices">
      {data.map(({ id, number, createdAt, total, currency, status, url }) => (
        <li key={id} className="ui-row first:border-t-0">
          <div className="min-w-0 flex-1">
            <p className="font-semibold">{formatMoney(total, currency)}</p>
            <p className="ui-small ui-muted">{[number, formatDate(createdAt)].filter(Boolean).join(' · ')}</p>
          </div>
          <Badge tone={status === 'paid' ? 'ok' : undefined}>{STATUS[status] ?? status}</Badge>
          {url && (
            <a href={url} className="ui-more" target="_blank" rel="noreferrer" aria-label={`View invoice ${number}`}>
              View
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}
