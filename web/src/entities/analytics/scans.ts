import type { Report, TimeSeries } from './analytics.types';
import { type Filters, keeps } from './filters';

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
export function scansIn(report: Report | undefined, filters: Filters): number | undefined {
  if (!keeps(filters.trigger, 'qr')) return 0;
  const rows = report?.trigger?.rows;
  return rows && (rows.find(({ key }) => key === 'qr')?.clicks ?? 0);
}

/** No scan at all, in the buckets of a series. What was before them nobody has asked. */
export function noneIn(series: TimeSeries | undefined): TimeSeries | undefined {
  const points = series?.points.map(({ start }) => ({ start, clicks: 0, uniques: 0 }));
  return series && points && { ...series, points, previous: null };
}
