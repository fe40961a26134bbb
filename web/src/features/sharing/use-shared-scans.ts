import { useQuery } from '@tanstack/react-query';
import type { Report } from '@/entities/analytics/analytics.types';
import { buildScans, countScans, type Scans } from '@/entities/analytics/model/scans';
import { type SharedQuestion, sharedScans } from './shared.queries';

/** Finds the scans of a shared page, as the dashboard's report finds its own. */
export function useSharedScans(
  token: string,
  pass: string | null,
  question: SharedQuestion,
  { data: report, isPlaceholderData: stale }: { data: Report | undefined; isPlaceholderData: boolean },
): Scans {
  const count = countScans(report, question.state.filters);
  const asked = useQuery({ ...sharedScans(token, pass, question), enabled: Boolean(count) });
  return buildScans(report, count, asked, stale);
}
