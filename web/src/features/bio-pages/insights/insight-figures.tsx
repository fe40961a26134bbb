import { useState } from 'react';
import type { Report, TimeSeries } from '@/entities/analytics/analytics.types';
import { percentChange } from '@/entities/analytics/model/report-labels';
import { bucketTitle } from '@/shared/charts/buckets';
import { ChartTable } from '@/shared/charts/chart-frame';
import { TimeChart } from '@/shared/charts/time-chart';
import { formatCount, formatShare, formatTrend, plural } from '@/shared/lib/format';
import '@/widgets/report/chart/kpi-strip.css';

interface Props {
  /** Of clicks. */
  clicks: Report;
  /** Of views. */
  views: Report;
  zone: string;
}

const METRICS = {
  views: ['Views', 'view'],
  visitors: ['Visitors', 'visitor'],
  clicks: ['Clicks', 'click'],
} as const;
type Metric = keyof typeof METRICS;

/** Clicks for each view, 0 without views. */
export const clickRate = (clicks: number, views: number) => (views > 0 ? clicks / views : 0);

/** Views, visitors, clicks and the click rate, and one of them over time. */
export function InsightFigures({ clicks, views, zone }: Props) {
  const [metric, setMetric] = useState<Metric>('views');
  const [asTable, setAsTable] = useState(false);
  const { count } = clicks;
  const series = metric === 'clicks' ? clicks.timeseries : views.timeseries;
  if (!count || !series) return null;
  const before = count.previous;
  const totals: Record<Metric, [now: number, before: number | undefined]> = {
    views: [count.views ?? 0, before?.views],
    visitors: [count.uniques, before?.uniques],
    clicks: [count.clicks, before?.clicks],
  };
  const rate = clickRate(count.clicks, count.views ?? 0);
  const [label, noun] = METRICS[metric];
  const points = pointsOf(metric, series.points);
  const previous = pointsOf(metric, series.previous ?? []);
  return (
    <section className="ui-panel report-sheet" aria-label="Over time">
      <header className="report-kpis">
        {(Object.keys(METRICS) as Metric[]).map((name) => (
          <button
            key={name}
            type="button"
            className="ui-kpi"
            aria-pressed={metric === name}
            onClick={() => setMetric(name)}
          >
            <span>{METRICS[name][0]}</span>
            <b>{formatCount(totals[name][0])}</b>
            <Change now={totals[name][0]} before={totals[name][1]} />
          </button>
        ))}
        <div className="ui-kpi">
          <span>Click rate</span>
          <b>{formatShare(rate)}</b>
          <i>
            <small className="ui-muted">
              {before?.views ? `before ${formatShare(clickRate(before.clicks, before.views))}` : 'clicks per view'}
            </small>
          </i>
        </div>
      </header>
      {asTable ? (
        <ChartTable
          title={`${label} over time`}
          table={{
            head: ['Date', label],
            rows: points.map(({ start, clicks: value }) => [
              bucketTitle(start, series.granularity, zone),
              formatCount(value),
            ]),
          }}
        />
      ) : (
        <TimeChart
          points={points}
          before={previous}
          granularity={series.granularity}
          timeZone={zone}
          label={label}
          counted={(value) => plural(value, noun)}
        />
      )}
      <div className="chart-foot">
        <span className="ui-muted">
          {metric === 'visitors' ? 'Visitors of each day, summed over the days' : 'Bots are not counted'}
        </span>
        <button type="button" className="ui-more ui-link" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          View as {asTable ? 'chart' : 'table'}
        </button>
      </div>
    </section>
  );
}

const pointsOf = (metric: Metric, points: TimeSeries['points']) =>
  points.map(({ start, clicks, uniques }) => ({ start, clicks: metric === 'visitors' ? uniques : clicks }));

function Change({ now, before }: { now: number; before: number | undefined }) {
  const change = percentChange(now, before);
  if (change === null) return <i />;
  const tone = change === 0 ? 'ui-muted' : change === 'new' || change > 0 ? 'ui-up' : 'ui-down';
  return (
    <i>
      <em className={tone}>{change === 'new' ? 'new' : formatTrend(change)}</em>
    </i>
  );
}
