import type { UseQueryResult } from '@tanstack/react-query';
import type { Report, TimeSeries } from '../analytics.types';
import { type Filters, includesValue } from './filters';

/** The clicks that came by a printed code. Nothing of what is not known. */
export interface Scans {
  count: number | undefined;
  /** Those of the period that is compared; nothing where none is, and where nobody asked as there are no scans now. */
  before: number | undefined;
  series: TimeSeries | undefined;
  error: Error | null;
  retry: () => void;
}

/** How many scans a report's list of triggers tells of. Filters that leave them out leave none. */
export function countScans(report: Report | undefined, filters: Filters): number | undefined {
  if (!includesValue(filters.trigger, 'qr')) return 0;
  const rows = report?.trigger?.rows;
  return rows && (rows.find(({ key }) => key === 'qr')?.clicks ?? 0);
}

/** No scan at all, in the buckets of a series. What was before them nobody has asked. */
function noneIn(series: TimeSeries | undefined): TimeSeries | undefined {
  const points = series?.points.map(({ start }) => ({ start, clicks: 0, uniques: 0 }));
  return series && points && { ...series, points, previous: null };
}

/** The scans within a report, by an answer about them alone; `stale` while that report or this answer is of another question. */
export function buildScans(
  report: Report | undefined,
  count: number | undefined,
  asked: Pick<UseQueryResult<Report>, 'data' | 'error' | 'refetch'>,
  stale: boolean,
): Scans {
  const retry = () => void asked.refetch();
  if (!count) return { count, before: undefined, series: noneIn(report?.timeseries), error: null, retry };
  return {
    count,
    before: stale ? undefined : asked.data?.count?.previous?.clicks,
    series: asked.data?.timeseries,
    error: asked.error,
    retry,
  };
}
