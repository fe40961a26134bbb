import { type CSSProperties, useId, useState } from 'react';
import type { Report } from '@/entities/analytics/analytics.types';
import { DIMENSIONS, type Dimension, valueLabel } from '@/entities/analytics/model/dimensions';
import { formatCount, formatShare } from '@/shared/lib/format';
import { TabList, tabPanelProps } from '@/shared/ui/tab-list';
import '@/widgets/report/breakdown/breakdown.css';

interface Props {
  /** Of views. */
  report: Report;
  /** The dimensions of the panel, one tab each. */
  tabs: readonly [Dimension, ...Dimension[]];
}

/** A panel with the views by the values of several dimensions. */
export function ViewList({ report, tabs }: Props) {
  const id = useId();
  const [open, setOpen] = useState<Dimension>(tabs[0]);
  const rows = report[open]?.rows ?? [];
  const total = report.count?.clicks ?? 0;
  const longest = Math.max(1, ...rows.map((row) => row.clicks));
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
        {rows.length === 0 && <p className="list-hint">No views in this period.</p>}
        <ol className="report-list">
          {rows.map((row) => (
            <li key={row.key} style={{ '--v': row.clicks / longest } as CSSProperties}>
              <div>
                <span className="ui-truncate">{valueLabel(open, row.key, row.label)}</span>
                <b>{formatCount(row.clicks)}</b>
                <em>{total > 0 ? formatShare(row.clicks / total) : '–'}</em>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
