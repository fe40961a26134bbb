import { lazy, Suspense } from 'react';
import { BreakdownPanel } from '@/entities/analytics/breakdown-panel';
import { ConversionKpis } from '@/entities/analytics/conversion-kpis';
import { ReportBar } from '@/entities/analytics/report-bar';
import { ReportChart } from '@/entities/analytics/report-chart';
import { ReportGate } from '@/entities/analytics/report-gate';
import { ReportHours } from '@/entities/analytics/report-hours';
import type { ReportState } from '@/entities/analytics/report-search';
import { ReportTitle } from '@/entities/analytics/report-title';
import { type ChangeReport, useReport } from '@/entities/analytics/use-report';
import { WorldPanel } from '@/entities/analytics/world-panel';
import { LivePanel } from '@/entities/click/live-panel';
import { Minutes } from '@/entities/click/minutes';
import { useClickStream } from '@/entities/click/use-click-stream';
import { PRODUCT } from '@/shared/config/product';
import { AnalyticsActions } from './analytics-actions';

const BreakdownDialog = lazy(() =>
  import('@/entities/analytics/breakdown-dialog').then((module) => ({ default: module.BreakdownDialog })),
);

const OrphansPanel = lazy(() => import('./orphans-panel').then((module) => ({ default: module.OrphansPanel })));

/** The clicks of the whole workspace, growing as they come. All that is chosen lives in the URL. */
export function AnalyticsScreen({ state, change }: { state: ReportState; change: ChangeReport }) {
  const view = useReport(state, change);
  const stream = useClickStream(state.live);
  const scope = { traffic: state.traffic, filters: state.filters, zone: view.zone };
  return (
    <>
      <title>{`Analytics · ${PRODUCT}`}</title>
      <ReportTitle view={view} />
      <ReportBar view={view} actions={<AnalyticsActions view={view} />} />
      <ReportGate view={view}>
        <ReportChart view={view} figures={<ConversionKpis view={view} />} />
        <div className="report-two">
          <ReportHours view={view} />
          <LivePanel title="Right now" scope={scope} state={stream} rows={50} scrolls>
            <Minutes scope={scope} />
          </LivePanel>
        </div>
        <WorldPanel view={view} />
        <div className="report-three">
          <BreakdownPanel view={view} group="what" />
          <BreakdownPanel view={view} group="sources" />
          <BreakdownPanel view={view} group="tech" />
        </div>
        <div className="report-even">
          <BreakdownPanel view={view} group="ways" first="url" rows={5} />
          <BreakdownPanel view={view} group="bots" rows={5} />
        </div>
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
