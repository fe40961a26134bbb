import { useQuery } from '@tanstack/react-query';
import type { Report } from '@/entities/analytics/analytics.types';
import { buildScans, countScans, type Scans } from '@/entities/analytics/model/scans';
import { type SharedQuery, sharedScans } from './shared.queries';

/** The QR scans of a shared page. They are fetched only when the report counts some. */
export function useSharedScans(
  token: string,
  pass: string | null,
  query: SharedQuery,
  { data: report, isPlaceholderData: stale }: { data: Report | undefined; isPlaceholderData: boolean },
): Scans {
  const count = countScans(report, query.state.filters);
  const scans = useQuery({ ...sharedScans(token, pass, query), enabled: Boolean(count) });
  return buildScans(report, count, scans, stale);
}
