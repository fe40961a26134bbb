import './charts.css';

export interface LegendEntry {
  kind: 'line' | 'dashed' | 'dotted' | 'box' | 'open-box';
  label: string;
}

/** What the strokes of a time chart mean. */
export function ChartLegend({ entries }: { entries: readonly LegendEntry[] }) {
  return (
    <>
      {entries.map((entry) => (
        <span key={entry.label} className={`chart-key chart-${entry.kind}`}>
          {entry.label}
        </span>
      ))}
    </>
  );
}
