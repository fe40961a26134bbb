import type { MouseEvent } from 'react';
import type { Report } from '@/entities/analytics/analytics.types';
import { type Dimension, valueLabel } from '@/entities/analytics/model/dimensions';
import { filterSide, toggleValue } from '@/entities/analytics/model/filters';
import { t } from '@/shared/i18n/t';
import { formatShare } from '@/shared/lib/format';
import { barStyle, RowFigure } from '@/widgets/report/breakdown/breakdown-figures';
import { DimensionTabs } from '@/widgets/report/breakdown/dimension-tabs';
import type { SharedState } from './shared-state';

interface Props {
  report: Report;
  state: SharedState;
  change: (patch: Partial<SharedState>) => void;
  /** The dimensions of the panel, one tab each. */
  tabs: readonly [Dimension, ...Dimension[]];
}

/** A panel with the lists of several dimensions, one tab each. */
export function SharedList({ report, state, change, tabs }: Props) {
  return (
    <DimensionTabs tabs={tabs}>
      {(dimension) => <Rows report={report} state={state} change={change} dimension={dimension} />}
    </DimensionTabs>
  );
}

/** The rows of a list. A click filters by the row; with Alt it excludes the row. */
function Rows({ report, state, change, dimension }: Omit<Props, 'tabs'> & { dimension: Dimension }) {
  const rows = report[dimension]?.rows ?? [];
  const total = report.count?.clicks ?? 0;
  const longest = Math.max(1, ...rows.map((row) => row.clicks + (row.imported ?? 0)));
  const toggle = (key: string, side: 'is' | 'not') =>
    change({ filters: toggleValue(state.filters, dimension, key, side) });
  if (rows.length === 0) return <p className="list-hint">{t('No clicks in this period.')}</p>;
  return (
    <>
      <ol className="report-list">
        {rows.map((row) => (
          <li key={row.key} style={barStyle(row.clicks, row.imported ?? 0, longest)}>
            <button
              type="button"
              aria-pressed={filterSide(state.filters, dimension, row.key) === 'is'}
              onClick={(event: MouseEvent) => toggle(row.key, event.altKey ? 'not' : 'is')}
            >
              <span className="ui-truncate" dir="auto">
                {valueLabel(dimension, row.key, row.label)}
              </span>
              <RowFigure value={row.clicks} imported={row.imported ?? 0} />
              <em>{total > 0 ? formatShare(row.clicks / total) : '–'}</em>
            </button>
          </li>
        ))}
      </ol>
      {rows.some((row) => row.imported) && (
        <p className="list-hint">
          <span className="chart-key chart-hatched">{t('Imported')}</span>
        </p>
      )}
    </>
  );
}
