import { useQuery } from '@tanstack/react-query';
import type { Report } from '@/entities/analytics/analytics.types';
import { type Scans, scansIn, scansOf } from '@/entities/analytics/scans';
import { sharedScans } from './shared.queries';
import type { SharedState } from './shared-state';

/** Finds the scans of a shared page, as the dashboard's report finds its own. */
export function useSharedScans(
  token: string,
  pass: string | null,
  state: SharedState,
  zone: string,
  { data: report, isPlaceholderData: stale }: { data: Report | undefined; isPlaceholderData: boolean },
): Scans {
  const count = scansIn(report, state.filters);
  const asked = useQuery({ ...sharedScans(token, pass, state, zone), enabled: Boolean(count) });
  return scansOf(report, count, asked, stale);
}
