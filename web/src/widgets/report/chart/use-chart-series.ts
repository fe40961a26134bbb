import { useQuery } from '@tanstack/react-query';
import type { SeriesPoint, TimeSeries } from '@/entities/analytics/analytics.types';
import type { Kpi } from '@/entities/analytics/model/report-search';
import { botSeries } from '@/entities/analytics/report.queries';
import type { ReportView } from '../use-report';
import { useScans } from './use-scans';

/** The figure that a report's chart draws. */
export interface ChartSeries {
  /** The sum of the period. */
  total: number | undefined;
  series: TimeSeries | undefined;
  error: Error | null;
  retry: () => void;
}

/** Finds what the chosen card counts, over time. */
export function useChartSeries(view: ReportView): ChartSeries {
  const { state, query, report } = view;
  const bots = useQuery({ ...botSeries(query), enabled: state.kpi === 'bots' && report !== undefined });
  const scans = useScans(view);
  if (state.kpi === 'scans') return { ...scans, total: scans.count };
  const total = report?.count?.[state.kpi];
  if (state.kpi === 'bots') return { total, series: bots.data, error: bots.error, retry: () => void bots.refetch() };
  return { total, series: report?.timeseries, error: null, retry: view.retry };
}

/** What of a bucket the chosen card counts. */
export const pointValue = (kpi: Kpi, point: SeriesPoint) => (kpi === 'uniques' ? point.uniques : point.clicks);
