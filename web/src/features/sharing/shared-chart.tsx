import { useState } from 'react';
import type { Report, SeriesPoint } from '@/entities/analytics/analytics.types';
import { percentChange } from '@/entities/analytics/model/report-labels';
import type { Scans } from '@/entities/analytics/model/scans';
import { TimeChart } from '@/shared/charts/time-chart';
import { formatCount, formatTrend } from '@/shared/lib/format';
import { PanelError } from '@/shared/ui/panel-error';

interface Props {
  report: Report;
  scans: Scans;
  zone: string;
  /** The page shows how visitors came. */
  withScans: boolean;
}

const KPIS = {
  clicks: ['Clicks', 'click'],
  uniques: ['Unique visitors', 'visitor'],
  scans: ['QR scans', 'scan'],
} as const;
type Kpi = keyof typeof KPIS;

/** The figures of a shared page, of which one is drawn over time. */
export function SharedChart({ report: { count, timeseries }, scans, zone, withScans }: Props) {
  const [kpi, setKpi] = useState<Kpi>('clicks');
  if (!count || !timeseries) return null;
  const figureIn = (point: SeriesPoint) => (kpi === 'uniques' ? point.uniques : point.clicks);
  const value = (point: SeriesPoint) => ({ start: point.start, clicks: figureIn(point) });
  const series = kpi === 'scans' ? scans.series : timeseries;
  const [label, noun] = KPIS[kpi];
  const figures: Record<Kpi, [now: number | undefined, before: number | undefined]> = {
    clicks: [count.clicks, count.previous?.clicks],
    uniques: [count.uniques, count.previous?.uniques],
    scans: [scans.count, scans.before],
  };
  return (
    <section className="ui-panel report-sheet" aria-label="Over time">
      <header className="report-kpis">
        {(Object.keys(KPIS) as Kpi[])
          .filter((name) => withScans || name !== 'scans')
          .map((name) => {
            const [now, before] = figures[name];
            const moved = now === undefined ? null : percentChange(now, before);
            return (
              <button
                key={name}
                type="button"
                className="ui-kpi"
                aria-pressed={kpi === name}
                onClick={() => setKpi(name)}
              >
                <span>{KPIS[name][0]}</span>
                <b>{now === undefined ? '...' : formatCount(now)}</b>
                <i>
                  <small className="ui-muted">
                    {moved === 'new' && 'new'}
                    {typeof moved === 'number' && `${formatTrend(moved)} vs compared period`}
                  </small>
                </i>
              </button>
            );
          })}
      </header>
      {kpi === 'scans' && scans.error && <PanelError error={scans.error} onRetry={scans.retry} />}
      {series && (
        <TimeChart
          points={series.points.map(value)}
          before={(series.previous ?? []).map(value)}
          granularity={series.granularity}
          timeZone={zone}
          label={label}
          noun={noun}
        />
      )}
    </section>
  );
}
