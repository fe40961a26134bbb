import './charts.css';

export interface LegendEntry {
  kind: 'line' | 'dashed' | 'dotted' | 'box' | 'open-box' | 'hatched';
  label: string;
  /** Shows or hides the series. */
  toggle?: { shown: boolean; onToggle: () => void };
}

/** The meaning of the strokes of a time chart. An entry with a toggle is a button. */
export function ChartLegend({ entries }: { entries: readonly LegendEntry[] }) {
  return (
    <>
      {entries.map(({ kind, label, toggle }) =>
        toggle ? (
          <button
            key={label}
            type="button"
            className={`chart-key chart-${kind} chart-toggle`}
            aria-pressed={toggle.shown}
            onClick={toggle.onToggle}
          >
            {label}
          </button>
        ) : (
          <span key={label} className={`chart-key chart-${kind}`}>
            {label}
          </span>
        ),
      )}
    </>
  );
}
