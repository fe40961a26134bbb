import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { SeriesPoint, TimeSeries } from '@/entities/analytics/analytics.types';
import { comparisonSpan, formatWallTime } from '@/entities/analytics/model/period';
import { formatDateRange } from '@/entities/analytics/model/report-labels';
import { annotations } from '@/entities/analytics/report.queries';
import { bucketTitle, isOpen, openName } from '@/shared/charts/buckets';
import { ChartTable } from '@/shared/charts/chart-frame';
import { ChartLegend, type LegendEntry } from '@/shared/charts/chart-legend';
import { MOST_BARS, TimeChart } from '@/shared/charts/time-chart';
import { formatCount } from '@/shared/lib/format';
import { addDays, dayOf } from '@/shared/lib/zoned';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';
import type { ReportView } from '../use-report';
import { chartNotes } from './chart-annotations';
import { KpiStrip } from './kpi-strip';
import { pointValue, useChartSeries } from './use-chart-series';

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const WORDS = {
  clicks: { label: 'Clicks', noun: 'click' },
  uniques: { label: 'Unique visitors', noun: 'visitor' },
  scans: { label: 'QR scans', noun: 'scan' },
  bots: { label: 'Clicks of bots', noun: 'click' },
} as const;

/** The figures of the period, and the one that is chosen over time. `figures` may add more of them. */
export function ReportChart({ view, figures }: { view: ReportView; figures?: ReactNode }) {
  const { query, report, linkId } = view;
  const { series, error, retry } = useChartSeries(view);
  const edits = useQuery({
    ...annotations(query, linkId),
    enabled: query.span.start !== null && report !== undefined,
  });
  return (
    <section className="ui-panel report-sheet" aria-label="Over time">
      <KpiStrip view={view}>{figures}</KpiStrip>
      {error && <PanelError error={error} onRetry={retry} />}
      {!error && !series && (
        <div className="chart-plot" aria-busy="true">
          <span />
          <Skeleton className="chart-stage" height="" />
        </div>
      )}
      {series && (
        <Series view={view} series={series} notes={chartNotes(edits.data ?? [], series.points, view.zone, linkId)} />
      )}
    </section>
  );
}

interface SeriesProps {
  view: ReportView;
  series: TimeSeries;
  notes: ReturnType<typeof chartNotes>;
}

function Series({ view, series, notes }: SeriesProps) {
  const { state, zone, span, query, now } = view;
  const [asTable, setAsTable] = useState(false);
  const { granularity } = series;
  const { label, noun } = WORDS[state.kpi];
  const value = (point: SeriesPoint) => ({
    start: point.start,
    clicks: pointValue(state.kpi, point),
  });
  const points = series.points.map(value);
  const before = (series.previous ?? []).map(value);
  const last = points.at(-1);
  const bars = points.length <= MOST_BARS;
  const other = before[0] && comparisonSpan(span, query.compare, now, zone);
  const legend: LegendEntry[] = [
    { kind: bars ? 'box' : 'line', label: 'This period' },
    ...(other ? [{ kind: 'dashed' as const, label: formatDateRange(other.start, other.end, zone, true) }] : []),
    ...(last && isOpen(last.start, granularity)
      ? [
          {
            kind: bars ? ('open-box' as const) : ('dotted' as const),
            label: `${capital(openName(granularity))} so far`,
          },
        ]
      : []),
  ];
  const table = {
    head: ['When', label, ...(before.length > 0 ? ['Before'] : [])],
    rows: points.map((point, at) => [
      bucketTitle(point.start, granularity, zone),
      formatCount(point.clicks),
      ...(before.length > 0 ? [before[at] ? formatCount(before[at].clicks) : '–'] : []),
    ]),
  };
  return (
    <>
      {asTable ? (
        <ChartTable title={`${label} over time`} table={table} />
      ) : (
        <TimeChart
          points={points}
          before={before}
          granularity={granularity}
          timeZone={zone}
          label={label}
          noun={noun}
          notes={notes}
          onZoom={({ from, to }) => zoom(view, series, from, to)}
        />
      )}
      <div className="chart-foot">
        <ChartLegend entries={legend} />
        {view.cutAfter !== null && <span className="ui-muted">Clicks are kept for {view.cutAfter} days</span>}
        <button type="button" className="ui-more ui-link" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          View as {asTable ? 'chart' : 'table'}
        </button>
      </div>
    </>
  );
}

/** Looks closer at some buckets: they become the period. */
function zoom({ change, span, zone, now }: ReportView, { points, granularity }: TimeSeries, from: number, to: number) {
  const start = Date.parse(points[from]?.start ?? '');
  const next = points[to + 1]?.start;
  const end = next ? Date.parse(next) : (span.end ?? now);
  if (Number.isNaN(start) || (granularity === 'minute' && from === to)) return;
  const fine = granularity === 'minute' || granularity === 'hour';
  const period = fine
    ? {
        name: 'custom' as const,
        from: formatWallTime(start, zone),
        to: formatWallTime(Math.max(end, start + 3_600_000), zone),
      }
    : {
        name: 'custom' as const,
        from: dayOf(start, zone),
        to: next ? addDays(dayOf(end, zone), -1) : dayOf(end - 1, zone),
      };
  change({ period, granularity: undefined });
}
