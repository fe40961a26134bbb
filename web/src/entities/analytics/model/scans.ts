import type { UseQueryResult } from '@tanstack/react-query';
import type { Report, TimeSeries } from '../analytics.types';
import { type Filters, includesValue } from './filters';

/** The QR scans within a report. */
export interface Scans {
  /** Undefined until the report has loaded. */
  count: number | undefined;
  /** The scans of the comparison period; undefined without one, and when there are no scans in the period. */
  before: number | undefined;
  series: TimeSeries | undefined;
  error: Error | null;
  retry: () => void;
}

/** The number of scans in a report's list of triggers; 0 when the filters exclude scans. */
export function countScans(report: Pick<Report, 'trigger'> | undefined, filters: Filters): number | undefined {
  if (!includesValue(filters.trigger, 'qr')) return 0;
  const rows = report?.trigger?.rows;
  return rows && (rows.find(({ key }) => key === 'qr')?.clicks ?? 0);
}

/** A series of zeros in the same buckets. */
function zeroSeries(series: TimeSeries | undefined): TimeSeries | undefined {
  const points = series?.points.map(({ start }) => ({ start, clicks: 0, uniques: 0 }));
  return series && points && { ...series, points, previous: null };
}

/** The scans of a report from the query for them. `stale` means that one of the two is of the previous report query. */
export function buildScans(
  report: Pick<Report, 'timeseries'> | undefined,
  count: number | undefined,
  { data, error, refetch }: Pick<UseQueryResult<Report>, 'data' | 'error' | 'refetch'>,
  stale: boolean,
): Scans {
  const retry = () => void refetch();
  if (!count) return { count, before: undefined, series: zeroSeries(report?.timeseries), error: null, retry };
  return { count, before: stale ? undefined : data?.count?.previous?.clicks, series: data?.timeseries, error, retry };
}
