import { lazy, Suspense } from 'react';
import type { ReportView } from '@/widgets/report/use-report';

const ReportActions = lazy(() =>
  import('@/widgets/share/report-actions').then((module) => ({ default: module.ReportActions })),
);

/** What can be done with the figures that are shown: share them, take them along. */
export function AnalyticsActions({ view }: { view: ReportView }) {
  return (
    <Suspense fallback={null}>
      <ReportActions view={view} name="Analytics" />
    </Suspense>
  );
}
