import type { ReactNode } from 'react';
import { EmptyState } from './empty-state';

export interface Column<Row> {
  key: string;
  head: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Aligns the column to the end. */
  numeric?: boolean;
}

interface Props<Row> {
  /** Accessible name of the table; not visible. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Shown instead of the table when there are no rows. */
  empty?: ReactNode;
  /** The rows are those of the previous request. */
  busy?: boolean;
}

/** A data table that scrolls sideways in its own box on narrow screens. */
export function DataTable<Row>({ caption, columns, rows, rowKey, empty, busy }: Props<Row>) {
  if (empty && rows.length === 0) return <EmptyState>{empty}</EmptyState>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <div className="overflow-x-auto" role="group" aria-label={caption} aria-busy={busy || undefined} tabIndex={0}>
      <table className="ui-table">
        <caption className="ui-sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={column.numeric ? 'ui-numeric' : undefined}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column) => (
                <td key={column.key} className={column.numeric ? 'ui-numeric' : undefined}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
