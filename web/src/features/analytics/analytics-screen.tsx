import { lazy, Suspense } from 'react';
import type { ReportState } from '@/entities/analytics/model/report-search';
import { useClickStream } from '@/entities/click/use-click-stream';
import { PRODUCT } from '@/shared/config/product';
import { ConversionKpis } from '@/widgets/report/chart/conversion-kpis';
import { ReportChart } from '@/widgets/report/chart/report-chart';
import { ReportGate } from '@/widgets/report/report-gate';
import { ReportBar } from '@/widgets/report/toolbar/report-bar';
import { ReportTitle } from '@/widgets/report/toolbar/report-title';
import { type ReportChange, useReport } from '@/widgets/report/use-report';
import { AnalyticsActions } from './analytics-actions';

const BreakdownDialog = lazy(() =>
  import('@/widgets/report/breakdown/breakdown-dialog').then((module) => ({ default: module.BreakdownDialog })),
);

// What is seen first must not wait for what is scrolled to.
const AnalyticsBelow = lazy(() => import('./analytics-below').then((module) => ({ default: module.AnalyticsBelow })));

const OrphansPanel = lazy(() => import('./orphans-panel').then((module) => ({ default: module.OrphansPanel })));

/** The clicks of the whole workspace, growing as they come. All that is chosen lives in the URL. */
export function AnalyticsScreen({ state, change }: { state: ReportState; change: ReportChange }) {
  const view = useReport(state, change);
  const stream = useClickStream(state.live);
  return (
    <>
      <title>{`Analytics · ${PRODUCT}`}</title>
      <ReportTitle view={view} />
      <ReportBar view={view} actions={<AnalyticsActions view={view} />} />
      <ReportGate view={view}>
        <ReportChart view={view} figures={<ConversionKpis view={view} />} />
        <Suspense fallback={<div className="report-wait-below" />}>
          <AnalyticsBelow view={view} stream={stream} />
        </Suspense>
      </ReportGate>
      <Suspense fallback={null}>
        <OrphansPanel view={view} />
      </Suspense>
      {state.all && (
        <Suspense fallback={null}>
          <BreakdownDialog key={state.all} view={view} dimension={state.all} />
        </Suspense>
      )}
    </>
  );
}
