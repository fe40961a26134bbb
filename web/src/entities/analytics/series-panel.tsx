import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { bucketTitle, isOpen, openName } from '@/shared/charts/buckets';
import { ChartFrame } from '@/shared/charts/chart-frame';
import { ChartLegend, type LegendEntry } from '@/shared/charts/chart-legend';
import { TimeChart } from '@/shared/charts/time-chart';
import { formatCount } from '@/shared/lib/format';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';
import { clickSeries, GRANULARITY, INTERVAL_NAMES, type Scope, seriesBefore } from './analytics.queries';
import { browserTimeZone } from './time-zone';

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Clicks over time, the period before dashed; the last bucket grows as clicks arrive. */
export function SeriesPanel({ scope, aside }: { scope: Scope; aside?: ReactNode }) {
  const series = useQuery(clickSeries(scope));
  const earlier = useQuery(seriesBefore(scope, series.data));
  const granularity = GRANULARITY[scope.interval];
  const points = series.data?.points ?? [];
  const before = earlier.data?.points.slice(0, points.length) ?? [];
  const last = points.at(-1);
  const open = last !== undefined && isOpen(last.start, granularity);
  const zone = browserTimeZone();

  const legend: LegendEntry[] = [
    { kind: 'line', label: `Last ${INTERVAL_NAMES[scope.interval]}` },
    ...(before.length > 0 ? [{ kind: 'dashed' as const, label: `${INTERVAL_NAMES[scope.interval]} before` }] : []),
    ...(open ? [{ kind: 'dotted' as const, label: `${capital(openName(granularity))} so far` }] : []),
  ];
  const table = {
    head: ['When', 'Clicks', 'Unique', 'Before'],
    rows: points.map((point, at) => [
      bucketTitle(point.start, granularity, zone),
      formatCount(point.clicks),
      formatCount(point.uniques),
      before[at] ? formatCount(before[at].clicks) : '–',
    ]),
  };
  return (
    <ChartFrame
      title="Clicks over time"
      aside={aside}
      table={series.data ? table : null}
      foot={<ChartLegend entries={legend} />}
    >
      {series.isError && <PanelError error={series.error} onRetry={() => series.refetch()} />}
      {series.isPending && (
        <div className="plot" aria-busy="true">
          <span />
          <Skeleton className="stage" height="" />
        </div>
      )}
      {series.data && (
        <TimeChart points={points} before={before} granularity={granularity} timeZone={zone} label="Clicks" />
      )}
    </ChartFrame>
  );
}
