import { formatPeriod } from '@/entities/analytics/model/report-labels';
import { t } from '@/shared/i18n/t';
import { firstBucket, useReport, useReportData } from '../report-context';

/** The screen's title, its date range and its time zone. */
export function ReportTitle() {
  const { span, zone, now } = useReport();
  const { data: start } = useReportData(firstBucket);
  return (
    <div className="page-head">
      <h1>{t('Analytics')}</h1>
      <p className="ui-muted">
        {formatPeriod(span, zone, now, start)}, {zone}
      </p>
    </div>
  );
}
