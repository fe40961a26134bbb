import { useState } from 'react';
import type { Report, SeriesPoint } from '@/entities/analytics/analytics.types';
import { percentChange } from '@/entities/analytics/model/report-labels';
import type { Scans } from '@/entities/analytics/model/scans';
import { countClicks, countScans, countVisitors } from '@/shared/charts/counted';
import { TimeChart } from '@/shared/charts/time-chart';
import { t } from '@/shared/i18n/t';
import { formatCount, formatTrend } from '@/shared/lib/format';
import { PanelError } from '@/shared/ui/panel-error';
import { ImportedNote, ImportedTotal } from '@/widgets/report/chart/imported-note';
import { hasImported, importedValue, pointValue } from '@/widgets/report/chart/use-chart-series';
import '@/widgets/report/chart/kpi-strip.css';

interface Props {
  report: Report;
  scans: Scans;
  zone: string;
  /** The page includes triggers, hence QR scans. */
  withScans: boolean;
}

const METRICS = {
  clicks: [t('Clicks'), countClicks],
  uniques: [t('Unique visitors'), countVisitors],
  scans: [t('QR scans'), countScans],
} as const;
type Kpi = keyof typeof METRICS;

/** The totals of a shared page and the selected metric over time. */
export function SharedChart({ report: { count, timeseries }, scans, zone, withScans }: Props) {
  const [kpi, setKpi] = useState<Kpi>('clicks');
  if (!count || !timeseries) return null;
  const toPoint = (point: SeriesPoint) => ({
    start: point.start,
    clicks: pointValue(kpi, point),
    ...importedValue(kpi, point),
  });
  const series = kpi === 'scans' ? scans.series : timeseries;
  const [label, counted] = METRICS[kpi];
  const totals: Record<Kpi, [now: number | undefined, before: number | undefined]> = {
    clicks: [count.clicks, count.previous?.clicks],
    uniques: [count.uniques, count.previous?.uniques],
    scans: [scans.count, scans.before],
  };
  return (
    <section className="ui-panel report-sheet" aria-label={t('Over time')}>
      <header className="report-kpis">
        {(Object.keys(METRICS) as Kpi[])
          .filter((name) => withScans || name !== 'scans')
          .map((name) => {
            const [now, before] = totals[name];
            const change = now === undefined ? null : percentChange(now, before);
            return (
              <button
                key={name}
                type="button"
                className="ui-kpi"
                aria-pressed={kpi === name}
                onClick={() => setKpi(name)}
              >
                <span>{METRICS[name][0]}</span>
                <b>{now === undefined ? '...' : formatCount(now)}</b>
                <i>
                  <small className="ui-muted">
                    {change === 'new' && t('new')}
                    {typeof change === 'number' && t('{change} vs comparison period', { change: formatTrend(change) })}
                  </small>
                </i>
                {name === 'clicks' && hasImported(count) && <ImportedTotal {...count} />}
              </button>
            );
          })}
      </header>
      {kpi === 'scans' && scans.error && <PanelError error={scans.error} onRetry={scans.retry} />}
      {series && (
        <TimeChart
          points={series.points.map(toPoint)}
          before={(series.previous ?? []).map(toPoint)}
          granularity={series.granularity}
          timeZone={zone}
          label={label}
          counted={counted}
        />
      )}
      {kpi === 'clicks' && hasImported(count) && (
        <ImportedNote {...count} granularity={timeseries.granularity} legend />
      )}
    </section>
  );
}
