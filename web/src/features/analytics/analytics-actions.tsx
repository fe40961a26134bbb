import type { ReportView } from '@/entities/analytics/use-report';

/** What can be done with the figures that are shown: share them, take them along. */
export function AnalyticsActions(_: { view: ReportView }) {
  return null;
}
