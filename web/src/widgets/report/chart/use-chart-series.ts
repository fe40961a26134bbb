import { useQuery } from '@tanstack/react-query';
import type { ClickCount, SeriesPoint, TimeSeries } from '@/entities/analytics/analytics.types';
import type { Kpi } from '@/entities/analytics/model/report-search';
import { botSeries } from '@/entities/analytics/report.queries';
import { useReport, useReportData } from '../report-context';
import { useScans } from './use-scans';

/** The series that a report's chart draws. */
export interface ChartSeries {
  /** The sum of the period. */
  total: number | undefined;
  series: TimeSeries | undefined;
  error: Error | null;
  retry: () => void;
}

/** The series of the selected metric. */
export function useChartSeries(): ChartSeries {
  const { state, query } = useReport();
  const { data: report, retry } = useReportData(({ count, timeseries }) => ({ count, timeseries }));
  const bots = useQuery({ ...botSeries(query), enabled: state.kpi === 'bots' && report !== undefined });
  const scans = useScans();
  if (state.kpi === 'scans') return { ...scans, total: scans.count };
  const total = report?.count?.[state.kpi];
  if (state.kpi === 'bots') return { total, series: bots.data, error: bots.error, retry: () => void bots.refetch() };
  return { total, series: report?.timeseries, error: null, retry };
}

/** Whether a total has imported clicks beside it. */
export const hasImported = (count: ClickCount | undefined): count is ClickCount =>
  Boolean(count?.imported || count?.importedUndated);

/** The imported clicks of a bucket beside its clicks; undefined for other metrics, and without any. */
export const importedValue = (kpi: Kpi, { imported }: SeriesPoint) =>
  kpi === 'clicks' && imported ? { imported } : undefined;

/** The value of the selected metric in a bucket. */
export const pointValue = (kpi: Kpi, point: SeriesPoint) => (kpi === 'uniques' ? point.uniques : point.clicks);
