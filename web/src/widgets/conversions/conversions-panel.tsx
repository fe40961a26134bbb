import { useQuery } from '@tanstack/react-query';
import { type Conversion, lastConversions } from '@/entities/conversion/conversion.queries';
import { t } from '@/shared/i18n/t';
import { Trans } from '@/shared/i18n/trans';
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
  // check-texts: not shown
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
        <h2>{t('Leads and sales')}</h2>
        <span className="ui-muted ui-small">{t('newest first')}</span>
      </header>
      {list.isError && <PanelError error={list.error} onRetry={() => list.refetch()} />}
      {list.isPending && <Skeleton height={120} />}
      {list.data?.length === 0 && <HowTo />}
      {list.data && list.data.length > 0 && (
        <table className="ui-table">
          <thead>
            <tr>
              <th scope="col">{t('Event')}</th>
              <th scope="col">{t('Customer')}</th>
              <th scope="col">{t('Time')}</th>
              <th scope="col" className="ui-numeric">
                {t('Amount')}
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
        <Trans
          text="Linnet adds <code>linnet_click</code> to the destination URL for each click by a person. Store its value, and send it to <code2>/track/lead</code2> when the visitor signs up, or to <code3>/track/sale</code3> with an amount and a currency."
          tags={{
            code: (children) => <code>{children}</code>,
            code2: (children) => <code>{children}</code>,
            code3: (children) => <code>{children}</code>,
          }}
        />
      </p>
      <div className="conversion-call">
        <pre>{call}</pre>
        <CopyButton text={call} what={t('request')} size="sm" />
      </div>
    </div>
  );
}
