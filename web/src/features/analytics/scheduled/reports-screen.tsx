import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { alerts } from '@/entities/alert/alert.queries';
import { scheduledReports } from '@/entities/scheduled-report/scheduled-report.queries';
import { t } from '@/shared/i18n/t';
import { Button } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { Icon } from '@/shared/ui/icon';
import { lazyPart } from '@/shared/ui/lazy-part';
import { PageTitle } from '@/shared/ui/page-title';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';
import { AlertRow } from './alert-row';
import { ReportRow } from './report-row';
import { suggestedReportName } from './report-texts';

const AlertForm = lazyPart(() => import('./alert-form'), 'AlertForm');
const ReportForm = lazyPart(() => import('./report-form'), 'ReportForm');

/** The scheduled reports and the alerts that the user may see. */
export function ReportsScreen() {
  const [creating, setCreating] = useState<'report' | 'alert' | null>(null);
  const close = () => setCreating(null);
  return (
    <>
      <p className="mb-2">
        <Link to="/dashboard/analytics" className="ui-more">
          {t('Analytics')}
        </Link>
      </p>
      <PageTitle
        title={t('Reports and alerts')}
        lead={t('Clicks by email, each week or month, and notifications of what is unusual.')}
      />
      <ListPanel
        title={t('Scheduled reports')}
        action={t('Schedule report')}
        onCreate={() => setCreating('report')}
        loading={t('Loading scheduled reports')}
        empty={
          <EmptyState title={t('No scheduled reports yet')}>
            {t('Schedule one for all links here, or for the links you filter by in Analytics.')}
          </EmptyState>
        }
        list={scheduledReports()}
        row={(report) => <ReportRow key={report.id} report={report} />}
      />
      <ListPanel
        title={t('Alerts')}
        action={t('Create alert')}
        onCreate={() => setCreating('alert')}
        loading={t('Loading alerts')}
        empty={
          <EmptyState title={t('No alerts yet')}>
            {t('Get notified when clicks rise or fall unusually, or when a link has its first click.')}
          </EmptyState>
        }
        list={alerts()}
        row={(alert) => <AlertRow key={alert.id} alert={alert} />}
      />
      {creating === 'report' && (
        <ReportForm initial={{ name: suggestedReportName([]), filters: [], traffic: 'human' }} onClose={close} />
      )}
      {creating === 'alert' && <AlertForm initial={{ name: suggestedReportName([]), filters: [] }} onClose={close} />}
    </>
  );
}

interface PanelProps<T, Key extends readonly unknown[]> {
  title: string;
  action: string;
  onCreate: () => void;
  /** The name of the state without a list. */
  loading: string;
  empty: ReactNode;
  list: UseQueryOptions<T[], Error, T[], Key>;
  row: (item: T) => ReactNode;
}

/** A panel with a list and the button that adds to it. */
function ListPanel<T, Key extends readonly unknown[]>({ list, ...panel }: PanelProps<T, Key>) {
  const { data, error, refetch } = useQuery(list);
  return (
    <section className="ui-panel mt-6">
      <header>
        <h2>{panel.title}</h2>
        <Button size="sm" onClick={panel.onCreate}>
          <Icon name="plus" />
          {panel.action}
        </Button>
      </header>
      {error ? (
        <PanelError error={error} onRetry={refetch} />
      ) : !data ? (
        <ListSkeleton label={panel.loading} />
      ) : data.length === 0 ? (
        panel.empty
      ) : (
        <ul aria-label={panel.title}>{data.map(panel.row)}</ul>
      )}
    </section>
  );
}

function ListSkeleton({ label }: { label: string }) {
  return (
    <div aria-busy="true">
      <span className="ui-sr-only" role="status">
        {label}
      </span>
      {['a', 'b'].map((row) => (
        <div key={row} className="ui-row first:border-t-0">
          <Skeleton width="45%" height={38} />
        </div>
      ))}
    </div>
  );
}
