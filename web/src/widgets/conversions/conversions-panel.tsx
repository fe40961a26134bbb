import { useQuery } from '@tanstack/react-query';
import { type Conversion, lastConversions } from '@/entities/conversion/conversion.queries';
import { formatDateTime, formatMoney } from '@/shared/lib/format';
import { CopyButton } from '@/shared/ui/copy-button';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';
import './conversions.css';

interface Props {
  linkId: string;
  zone: string;
}

const origin = () => location.origin;

/** The call that reports a lead, ready to be pasted. */
export function leadCall(): string {
  return `curl ${origin()}/api/v1/track/lead \\
  -H 'Authorization: Bearer YOUR_TOKEN' \\
  -H 'Content-Type: application/json' \\
  -d '{"clickId":"VALUE_OF_linnet_click","eventName":"Sign-up","customerId":"42"}'`;
}

/** The latest leads and sales of a link that tracks conversions, or instructions for the first one. */
export function ConversionsPanel({ linkId, zone }: Props) {
  const list = useQuery(lastConversions(linkId));
  return (
    <section className="ui-panel mt-6">
      <header>
        <h2>Leads and sales</h2>
        <span className="ui-muted ui-small">newest first</span>
      </header>
      {list.isError && <PanelError error={list.error} onRetry={() => list.refetch()} />}
      {list.isPending && <Skeleton height={120} />}
      {list.data?.length === 0 && <HowTo />}
      {list.data && list.data.length > 0 && (
        <table className="ui-table">
          <thead>
            <tr>
              <th scope="col">Event</th>
              <th scope="col">Customer</th>
              <th scope="col">Time</th>
              <th scope="col" className="ui-numeric">
                Amount
              </th>
            </tr>
          </thead>
          <tbody>
            {list.data.map((conversion) => (
              <Row key={conversion.id} conversion={conversion} zone={zone} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Row({
  conversion: { eventName, customerId, createdAt, amount, currency },
  zone,
}: {
  conversion: Conversion;
  zone: string;
}) {
  return (
    <tr>
      <td className="ui-truncate">{eventName}</td>
      <td className="ui-mono ui-truncate">{customerId ?? '–'}</td>
      <td>{formatDateTime(createdAt, zone)}</td>
      <td className="ui-numeric">{amount !== null && currency !== null ? formatMoney(amount, currency) : '–'}</td>
    </tr>
  );
}

function HowTo() {
  const call = leadCall();
  return (
    <div className="how-to">
      <p>
        Linnet adds <code>linnet_click</code> to the destination URL for each click by a person. Store its value, and
        send it to <code>/track/lead</code> when the visitor signs up, or to <code>/track/sale</code> with an amount and
        a currency.
      </p>
      <div className="conversion-call">
        <pre>{call}</pre>
        <CopyButton text={call} what="request" size="sm" />
      </div>
    </div>
  );
}
