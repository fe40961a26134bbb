import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { ClickCount, SeriesPoint, TimeSeries } from '@/entities/analytics/analytics.types';
import { comparisonSpan, formatWallTime, type Period } from '@/entities/analytics/model/period';
import { formatDateRange } from '@/entities/analytics/model/report-labels';
import { annotations } from '@/entities/analytics/report.queries';
import { bucketSoFar, isCurrentBucket } from '@/shared/charts/buckets';
import { ChartLegend, type LegendEntry } from '@/shared/charts/chart-legend';
import { countClicks, countScans, countVisitors } from '@/shared/charts/counted';
import { MAX_BARS, TimeChart } from '@/shared/charts/time-chart';
import { t } from '@/shared/i18n/t';
import { addDays, dayOf } from '@/shared/lib/zoned';
import { lazyPart } from '@/shared/ui/lazy-part';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';
import { useReport, useReportData } from '../report-context';
import { chartNotes } from './chart-annotations';
import { KpiStrip } from './kpi-strip';
import { hasImported, importedValue, pointValue, useChartSeries } from './use-chart-series';
import './kpi-strip.css';

const SeriesTable = lazyPart(() => import('./series-table'), 'SeriesTable');
const ImportedNote = lazyPart(() => import('./imported-note'), 'ImportedNote');

const METRICS = {
  clicks: { label: t('Clicks'), counted: countClicks },
  uniques: { label: t('Unique visitors'), counted: countVisitors },
  scans: { label: t('QR scans'), counted: countScans },
  bots: { label: t('Bot clicks'), counted: countClicks },
} as const;

/** All clicks of a QR code are scans. */
const SCANS = { label: t('Scans'), counted: countScans };

/** The totals of the period and the selected metric over time. `figures` may add more totals. */
export function ReportChart({ figures }: { figures?: ReactNode }) {
  const { query, linkId, zone } = useReport();
  const { series, error, retry } = useChartSeries();
  const { data: count } = useReportData((report) => report.count);
  const changes = useQuery({
    ...annotations(query, linkId),
    enabled: query.span.start !== null && series !== undefined,
  });
  return (
    <section className="ui-panel report-sheet" aria-label={t('Over time')}>
      <KpiStrip>{figures}</KpiStrip>
      {error && <PanelError error={error} onRetry={retry} />}
      {!error && !series && (
        <div className="chart-plot" aria-busy="true">
          <span />
          <Skeleton className="chart-stage" height="" />
        </div>
      )}
      {series && (
        <Series series={series} count={count} notes={chartNotes(changes.data ?? [], series.points, zone, linkId)} />
      )}
    </section>
  );
}

interface SeriesProps {
  series: TimeSeries;
  count: ClickCount | undefined;
  notes: ReturnType<typeof chartNotes>;
}

function Series({ series, count, notes }: SeriesProps) {
  const { state, zone, span, query, now, codeId, cutAfter, change } = useReport();
  const [asTable, setAsTable] = useState(false);
  const [withImported, setWithImported] = useState(true);
  const { granularity } = series;
  const { label, counted } = codeId && state.kpi === 'clicks' ? SCANS : METRICS[state.kpi];
  const value = (point: SeriesPoint) => ({
    start: point.start,
    clicks: pointValue(state.kpi, point),
    ...(withImported && importedValue(state.kpi, point)),
  });
  const points = series.points.map(value);
  const before = (series.previous ?? []).map(value);
  const last = points.at(-1);
  const anyImported = series.points.some((point) => importedValue(state.kpi, point));
  const bars = points.length <= MAX_BARS;
  const other = before[0] && comparisonSpan(span, query.compare, now, zone);
  const legend: LegendEntry[] = [
    { kind: bars ? 'box' : 'line', label: t('This period') },
    ...(anyImported
      ? [
          {
            kind: 'hatched' as const,
            label: t('Imported'),
            toggle: { shown: withImported, onToggle: () => setWithImported(!withImported) },
          },
        ]
      : []),
    ...(other ? [{ kind: 'dashed' as const, label: formatDateRange(other.start, other.end, zone, true) }] : []),
    ...(last && isCurrentBucket(last.start, granularity)
      ? [
          {
            kind: bars ? ('open-box' as const) : ('dotted' as const),
            label: bucketSoFar(granularity),
          },
        ]
      : []),
  ];
  return (
    <>
      {asTable ? (
        <SeriesTable label={label} points={points} before={before} granularity={granularity} />
      ) : (
        <TimeChart
          points={points}
          before={before}
          granularity={granularity}
          timeZone={zone}
          label={label}
          counted={counted}
          notes={notes}
          onZoom={(range) => {
            const period = zoomedPeriod(series, range, span.end ?? now, zone);
            if (period) change({ period, granularity: undefined });
          }}
        />
      )}
      <div className="chart-foot">
        <ChartLegend entries={legend} />
        {cutAfter !== null && (
          <span className="ui-muted">
            {t('Clicks are deleted after {count, plural, one {# day} other {# days}}', { count: cutAfter })}
          </span>
        )}
        <button type="button" className="ui-more ui-link" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? t('View as chart') : t('View as table')}
        </button>
      </div>
      {state.kpi === 'clicks' && hasImported(count) && <ImportedNote {...count} granularity={granularity} />}
    </>
  );
}

const HOUR = 3_600_000;

/** The custom period from one bucket to another; null when it cannot be shorter. `reportEnd` is the report's end, in ms. */
function zoomedPeriod(
  { points, granularity }: TimeSeries,
  { from, to }: { from: number; to: number },
  reportEnd: number,
  zone: string,
): Period | null {
  const start = Date.parse(points[from]?.start ?? '');
  const next = points[to + 1]?.start;
  const end = next ? Date.parse(next) : reportEnd;
  if (Number.isNaN(start) || (granularity === 'minute' && from === to)) return null;
  if (granularity === 'minute' || granularity === 'hour') {
    return { name: 'custom', from: formatWallTime(start, zone), to: formatWallTime(Math.max(end, start + HOUR), zone) };
  }
  const lastDay = next ? addDays(dayOf(end, zone), -1) : dayOf(end - 1, zone);
  return { name: 'custom', from: dayOf(start, zone), to: lastDay };
}
