import { useInfiniteQuery } from '@tanstack/react-query';
import { countryName, valueLabel } from '@/entities/analytics/model/dimensions';
import type { Span } from '@/entities/analytics/model/period';
import { clickKeys, clicksPage, type FeedScope } from '@/entities/click/click.queries';
import type { Click } from '@/entities/click/click.types';
import { midSentence } from '@/shared/i18n/mid-sentence';
import { t } from '@/shared/i18n/t';
import { dateFormat } from '@/shared/lib/intl';
import { Badge } from '@/shared/ui/badge';
import { Button } from '@/shared/ui/button';
import { type Column, DataTable } from '@/shared/ui/data-table';
import { EmptyState } from '@/shared/ui/empty-state';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';
import { AggregateNote } from './aggregate-note';
import { browserOf } from './click-row';
import './click-log.css';

const TIME = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;

function columns(zone: string): Column<Click>[] {
  const format = dateFormat(TIME, zone);
  return [
    {
      key: 'at',
      head: t('Time'),
      cell: (click) => (
        <time dateTime={click.at} className="ui-mono whitespace-nowrap">
          {format.format(new Date(click.at))}
        </time>
      ),
    },
    {
      key: 'place',
      head: t('Location'),
      cell: ({ city, region, country }) =>
        [city, region ? valueLabel('region', region) : country && countryName(country)].filter(Boolean).join(', ') ||
        t('Unknown'),
    },
    {
      key: 'device',
      head: t('Device'),
      cell: (click) => browserOf(click) ?? (click.device ? valueLabel('device', click.device) : t('Unknown')),
    },
    { key: 'language', head: t('Language'), cell: ({ language }) => valueLabel('language', language ?? '') },
    {
      key: 'referrer',
      head: t('Referrer'),
      cell: ({ referrer }) => referrer ?? <span className="ui-muted">{t('None')}</span>,
    },
    { key: 'trigger', head: t('Trigger'), cell: ({ trigger }) => valueLabel('trigger', trigger) },
    {
      key: 'outcome',
      head: t('Destination'),
      cell: ({ url, outcome, bot, botReason }) => (
        <span className="led-to">
          <span className="ui-truncate" title={url ?? undefined}>
            {valueLabel(url ? 'url' : 'outcome', url ?? outcome)}
          </span>
          {url && outcome !== 'redirect' && <Badge>{valueLabel('outcome', outcome)}</Badge>}
          {bot && (
            <Badge tone="bad">
              {t('Bot: {noun}', { noun: midSentence(valueLabel('botReason', botReason ?? '')) })}
            </Badge>
          )}
        </span>
      ),
    },
  ];
}

/** The clicks with their properties, newest first. */
export function ClickLog({ scope, span, zone }: { scope: FeedScope; span: Span; zone: string }) {
  const log = useInfiniteQuery({
    queryKey: clickKeys.log(scope, span),
    queryFn: ({ pageParam, signal }) => clicksPage(scope, span, pageParam, signal),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  });
  if (log.isPending) return <Skeleton height={360} />;
  const clicks = log.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <section className="ui-panel click-log" aria-label={t('Clicks')}>
      <AggregateNote linkId={scope.filters.link?.is[0]} />
      {log.isError && <PanelError error={log.error} onRetry={() => log.refetch()} />}
      {clicks.length > 0 ? (
        <DataTable
          caption={t('Clicks, newest first')}
          columns={columns(zone)}
          rows={clicks}
          rowKey={(click) => click.id}
        />
      ) : (
        log.isSuccess && (
          <EmptyState title={t('No clicks')}>
            {t('Each click appears here with its time, location, device and destination.')}
          </EmptyState>
        )
      )}
      {clicks.length > 0 && (
        <div className="list-foot">
          <span className="ui-muted">
            {t('{count, plural, =1 {One click} other {The last # clicks}} of the period', { count: clicks.length })}
          </span>
          {log.hasNextPage && (
            <Button
              size="sm"
              className="report-end"
              busy={log.isFetchingNextPage}
              onClick={() => void log.fetchNextPage()}
            >
              {t('Show older clicks')}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
