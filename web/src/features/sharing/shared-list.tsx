import { type CSSProperties, type MouseEvent, useId, useState } from 'react';
import type { Report } from '@/entities/analytics/analytics.types';
import { DIMENSIONS, type Dimension, valueLabel } from '@/entities/analytics/model/dimensions';
import { filterSide, toggleValue } from '@/entities/analytics/model/filters';
import { formatCount, formatShare } from '@/shared/lib/format';
import { TabList, tabPanelProps } from '@/shared/ui/tab-list';
import type { SharedState } from './shared-state';
import '@/widgets/report/breakdown/breakdown.css';

interface Props {
  report: Report;
  state: SharedState;
  change: (patch: Partial<SharedState>) => void;
  /** The dimensions of the panel, one tab each. */
  tabs: readonly [Dimension, ...Dimension[]];
}

/** A panel with the lists of several dimensions, one tab each. */
export function SharedList({ report, state, change, tabs }: Props) {
  const id = useId();
  const [open, setOpen] = useState<Dimension>(tabs[0]);

  return (
    <section className="ui-panel report-breakdown">
      <div className="list-head">
        <TabList
          id={id}
          label={tabs.map((tab) => DIMENSIONS[tab].many).join(', ')}
          value={open}
          tabs={tabs.map((tab) => ({ value: tab, label: DIMENSIONS[tab].many }))}
          onChange={setOpen}
        />
      </div>
      <div {...tabPanelProps(id, DIMENSIONS[open].many)} className="list-body">
        <Rows report={report} state={state} change={change} dimension={open} />
      </div>
    </section>
  );
}

/** The rows of a list. A click filters by the row; with Alt it excludes the row. */
function Rows({ report, state, change, dimension }: Omit<Props, 'tabs'> & { dimension: Dimension }) {
  const rows = report[dimension]?.rows ?? [];
  const total = report.count?.clicks ?? 0;
  const longest = Math.max(1, ...rows.map((row) => row.clicks));
  const toggle = (key: string, side: 'is' | 'not') =>
    change({ filters: toggleValue(state.filters, dimension, key, side) });
  if (rows.length === 0) return <p className="list-hint">No clicks in this period.</p>;
  return (
    <ol className="report-list">
      {rows.map((row) => (
        <li key={row.key} style={{ '--v': row.clicks / longest } as CSSProperties}>
          <button
            type="button"
            aria-pressed={filterSide(state.filters, dimension, row.key) === 'is'}
            onClick={(event: MouseEvent) => toggle(row.key, event.altKey ? 'not' : 'is')}
          >
            <span className="ui-truncate">{valueLabel(dimension, row.key, row.label)}</span>
            <b>{formatCount(row.clicks)}</b>
            <em>{total > 0 ? formatShare(row.clicks / total) : '–'}</em>
          </button>
        </li>
      ))}
    </ol>
  );
}
