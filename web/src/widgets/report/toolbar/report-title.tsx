import { formatPeriod } from '@/entities/analytics/model/report-labels';
import type { ReportView } from '../use-report';

/** The screen's name and the days that it tells of. */
export function ReportTitle({ view }: { view: ReportView }) {
  return (
    <div className="page-head">
      <h1>Analytics</h1>
      <p className="ui-muted">
        {formatPeriod(view)}, {view.zone}
      </p>
    </div>
  );
}
