import { rangeText } from './report-words';
import type { ReportView } from './use-report';

/** The screen's name and the days that it tells of. */
export function ReportTitle({ view: { span, zone, now, report } }: { view: ReportView }) {
  const first = Date.parse(report?.timeseries?.points[0]?.start ?? '');
  const start = span.start ?? (Number.isNaN(first) ? null : first);
  return (
    <div className="title">
      <h1>Analytics</h1>
      <p className="muted">
        {start !== null && rangeText(start, span.end ?? now, zone)}, {zone}
      </p>
    </div>
  );
}
