import { lazy, Suspense } from 'react';
import type { ReportState } from '@/entities/analytics/model/report-search';
import { useClickStream } from '@/entities/click/use-click-stream';
import { PRODUCT } from '@/shared/config/product';
import { ConversionKpis } from '@/widgets/report/chart/conversion-kpis';
import { ReportChart } from '@/widgets/report/chart/report-chart';
import { type ReportChange, ReportProvider } from '@/widgets/report/report-context';
import { ReportGate } from '@/widgets/report/report-gate';
import { ReportBar } from '@/widgets/report/toolbar/report-bar';
import { ReportTitle } from '@/widgets/report/toolbar/report-title';

const BreakdownDialog = lazy(() =>
  import('@/widgets/report/breakdown/breakdown-dialog').then((module) => ({ default: module.BreakdownDialog })),
);

// The chart does not wait for the code of the panels below the fold.
const AnalyticsPanels = lazy(() =>
  import('./analytics-panels').then((module) => ({ default: module.AnalyticsPanels })),
);

const OrphansPanel = lazy(() => import('./orphans-panel').then((module) => ({ default: module.OrphansPanel })));

const ReportActions = lazy(() =>
  import('@/widgets/share/report-actions').then((module) => ({ default: module.ReportActions })),
);

/** The report of the whole workspace, with live clicks. The URL holds its state. */
export function AnalyticsScreen({ state, change }: { state: ReportState; change: ReportChange }) {
  const stream = useClickStream(state.live);
  return (
    <ReportProvider state={state} change={change}>
      <title>{`Analytics · ${PRODUCT}`}</title>
      <ReportTitle />
      <ReportBar
        actions={
          <Suspense fallback={null}>
            <ReportActions name="Analytics" />
          </Suspense>
        }
      />
      <ReportGate>
        <ReportChart figures={<ConversionKpis />} />
        <Suspense fallback={<div className="report-wait-below" />}>
          <AnalyticsPanels stream={stream} />
        </Suspense>
      </ReportGate>
      <Suspense fallback={null}>
        <OrphansPanel />
      </Suspense>
      {state.all && (
        <Suspense fallback={null}>
          <BreakdownDialog key={state.all} dimension={state.all} />
        </Suspense>
      )}
    </ReportProvider>
  );
}
