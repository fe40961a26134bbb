import type { CSSProperties } from 'react';
import type { Report } from '@/entities/analytics/analytics.types';
import { type Dimension, valueLabel } from '@/entities/analytics/model/dimensions';
import { formatCount, formatShare } from '@/shared/lib/format';
import { DimensionTabs } from '@/widgets/report/breakdown/dimension-tabs';

interface Props {
  /** Of views. */
  report: Report;
  /** The dimensions of the panel, one tab each. */
  tabs: readonly [Dimension, ...Dimension[]];
}

/** A panel with the views by the values of several dimensions. */
export function ViewList({ report, tabs }: Props) {
  return <DimensionTabs tabs={tabs}>{(dimension) => <Rows report={report} dimension={dimension} />}</DimensionTabs>;
}

function Rows({ report, dimension }: { report: Report; dimension: Dimension }) {
  const rows = report[dimension]?.rows ?? [];
  const total = report.count?.clicks ?? 0;
  const longest = Math.max(1, ...rows.map((row) => row.clicks));
  if (rows.length === 0) return <p className="list-hint">No views in this period.</p>;
  return (
    <ol className="report-list">
      {rows.map((row) => (
        <li key={row.key} style={{ '--v': row.clicks / longest } as CSSProperties}>
          <div>
            <span className="ui-truncate">{valueLabel(dimension, row.key, row.label)}</span>
            <b>{formatCount(row.clicks)}</b>
            <em>{total > 0 ? formatShare(row.clicks / total) : '–'}</em>
          </div>
        </li>
      ))}
    </ol>
  );
}
