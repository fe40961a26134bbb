import { type CSSProperties, type MouseEvent, useState } from 'react';
import type { Report } from '@/entities/analytics/analytics.types';
import { DIMENSIONS, type Dimension, wordsOf } from '@/entities/analytics/dimensions';
import { stateOf, toggled } from '@/entities/analytics/filters';
import { formatCount, formatShare } from '@/shared/lib/format';
import type { SharedState } from './shared-state';

interface Props {
  report: Report;
  state: SharedState;
  change: (named: Partial<SharedState>) => void;
  /** The lists of the panel, behind tabs. */
  tabs: readonly Dimension[];
}

/** Lists behind tabs. A click on a row keeps only it, with Alt it leaves it out. */
export function SharedList({ report, state, change, tabs }: Props) {
  const [open, setOpen] = useState(tabs[0] ?? 'country');
  const rows = report[open]?.rows ?? [];
  const total = report.count?.clicks ?? 0;
  const most = Math.max(1, ...rows.map((row) => row.clicks));
  return (
    <section className="panel breakdown" aria-label={tabs.map((tab) => DIMENSIONS[tab].many).join(', ')}>
      <div className="list-head">
        <div className="tabs">
          {tabs.map((tab) => (
            <button
              key={tab}
              type="button"
              className="tab"
              aria-pressed={tab === open}
              data-state={tab === open ? 'active' : undefined}
              onClick={() => setOpen(tab)}
            >
              {DIMENSIONS[tab].many}
            </button>
          ))}
        </div>
      </div>
      <ol className="list list-body" aria-label={DIMENSIONS[open].many}>
        {rows.map((row) => (
          <li key={row.key} style={{ '--v': row.clicks / most } as CSSProperties}>
            <button
              type="button"
              aria-pressed={stateOf(state.filters, open, row.key) === 'is'}
              onClick={(event: MouseEvent) =>
                change({ filters: toggled(state.filters, open, row.key, event.altKey ? 'not' : 'is') })
              }
            >
              <span className="cut">{wordsOf(open, row.key, row.label)}</span>
              <b>{formatCount(row.clicks)}</b>
              <em>{total > 0 ? formatShare(row.clicks / total) : '–'}</em>
            </button>
          </li>
        ))}
      </ol>
      {rows.length === 0 && <p className="list-hint">Nothing in this period.</p>}
    </section>
  );
}
