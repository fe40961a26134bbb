import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { scheduledReports } from '@/entities/scheduled-report/scheduled-report.queries';
import { t } from '@/shared/i18n/t';
import { Button } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { Icon } from '@/shared/ui/icon';
import { lazyPart } from '@/shared/ui/lazy-part';
import { PageTitle } from '@/shared/ui/page-title';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';
import { ReportRow } from './report-row';
import { suggestedReportName } from './report-texts';

const ReportForm = lazyPart(() => import('./report-form'), 'ReportForm');

/** The scheduled reports that the user may see. */
export function ReportsScreen() {
  const { data, error, refetch } = useQuery(scheduledReports());
  const [creating, setCreating] = useState(false);
  return (
    <>
      <p className="mb-2">
        <Link to="/dashboard/analytics" className="ui-more">
          {t('Analytics')}
        </Link>
      </p>
      <PageTitle title={t('Scheduled reports')} lead={t('Clicks by email, each week or month.')}>
        <Button tone="primary" onClick={() => setCreating(true)}>
          <Icon name="plus" />
          {t('Schedule report')}
        </Button>
      </PageTitle>
      <div className="ui-panel mt-6">
        {error ? (
          <PanelError error={error} onRetry={refetch} />
        ) : !data ? (
          <ReportsSkeleton />
        ) : data.length === 0 ? (
          <EmptyState title={t('No scheduled reports yet')}>
            {t('Schedule one for all links here, or for the links you filter by in Analytics.')}
          </EmptyState>
        ) : (
          <ul aria-label={t('Scheduled reports')}>
            {data.map((report) => (
              <ReportRow key={report.id} report={report} />
            ))}
          </ul>
        )}
      </div>
      {creating && (
        <ReportForm
          initial={{ name: suggestedReportName([]), filters: [], traffic: 'human' }}
          onClose={() => setCreating(false)}
        />
      )}
    </>
  );
}

function ReportsSkeleton() {
  return (
    <div aria-busy="true">
      <span className="ui-sr-only" role="status">
        {t('Loading scheduled reports')}
      </span>
      {['a', 'b'].map((row) => (
        <div key={row} className="ui-row first:border-t-0">
          <Skeleton width="45%" height={38} />
        </div>
      ))}
    </div>
  );
}
