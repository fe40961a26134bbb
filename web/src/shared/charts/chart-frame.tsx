import { type ReactNode, useState } from 'react';
import { t } from '@/shared/i18n/t';
import './charts.css';

export interface ChartFigures {
  head: readonly string[];
  rows: readonly (readonly string[])[];
}

interface ChartFrameProps {
  title: string;
  /** Beside the title: the time zone, a switch. */
  aside?: ReactNode;
  /** The same figures as a table; offered by a switch in the foot. */
  table: ChartFigures | null;
  /** Left in the foot: a legend, the finding in words. */
  foot?: ReactNode;
  children: ReactNode;
}

/** A panel around a chart, with the chart's figures as a table behind a switch. */
export function ChartFrame({ title, aside, table, foot, children }: ChartFrameProps) {
  const [asTable, setAsTable] = useState(false);
  return (
    <section className="ui-panel">
      <header>
        <h2>{title}</h2>
        {aside}
      </header>
      {asTable && table ? <ChartTable title={title} table={table} /> : children}
      <div className="chart-foot">
        {foot}
        {table && (
          <button type="button" className="ui-more ui-link" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
            {asTable ? t('View as chart') : t('View as table')}
          </button>
        )}
      </div>
    </section>
  );
}

/** A chart's figures. */
export function ChartTable({ title, table }: { title: string; table: ChartFigures }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className="chart-table" aria-label={t('{title}, as a table', { title })} tabIndex={0}>
      <table className="ui-table">
        <thead>
          <tr>
            {table.head.map((name, at) => (
              <th key={name} scope="col" className={at > 0 ? 'ui-numeric' : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row) => (
            <tr key={row[0]}>
              {row.map((value, at) => (
                <td key={table.head[at]} className={at > 0 ? 'ui-numeric' : undefined}>
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
