import type { CSSProperties, ReactNode } from 'react';
import { formatCount, formatShare } from '@/shared/lib/format';
import './charts.css';

export interface BarRow {
  key: string;
  label: ReactNode;
  value: number;
}

/** A ranked list: label, count and share of `total`, over a bar relative to the first row. */
export function BarList({ rows, total }: { rows: readonly BarRow[]; total: number }) {
  const max = Math.max(1, ...rows.map((row) => row.value));
  return (
    <ol className="bar-list">
      {rows.map((row) => (
        <li key={row.key} style={{ '--v': row.value / max } as CSSProperties}>
          <span className="cut">{row.label}</span>
          <b>{formatCount(row.value)}</b>
          <em>{formatShare(total > 0 ? row.value / total : 0)}</em>
        </li>
      ))}
    </ol>
  );
}
