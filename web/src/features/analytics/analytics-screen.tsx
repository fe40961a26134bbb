import type { ReportState } from '@/entities/analytics/model/report-search';
import { useClickStream } from '@/entities/click/use-click-stream';
import { PRODUCT } from '@/shared/config/product';
import { t } from '@/shared/i18n/t';
import { lazyPart } from '@/shared/ui/lazy-part';
import { ConversionKpis } from '@/widgets/report/chart/conversion-kpis';
import { ReportChart } from '@/widgets/report/chart/report-chart';
import { type ReportChange, ReportProvider } from '@/widgets/report/report-context';
import { ReportGate } from '@/widgets/report/report-gate';
import { ReportBar } from '@/widgets/report/toolbar/report-bar';
import { ReportTitle } from '@/widgets/report/toolbar/report-title';
import { ReportActions } from '@/widgets/share/report-actions';
import { AnalyticsPanels } from './analytics-panels';
import { ScheduleMenu } from './scheduled/schedule-menu';

const BreakdownDialog = lazyPart(() => import('@/widgets/report/breakdown/breakdown-dialog'), 'BreakdownDialog');

// The chart does not wait for the code of the panels below the fold.

const OrphansPanel = lazyPart(() => import('./orphans-panel'), 'OrphansPanel');

/** The report of the whole workspace, with live clicks. The URL holds its state. */
export function AnalyticsScreen({ state, change }: { state: ReportState; change: ReportChange }) {
  const stream = useClickStream(state.live);
  return (
    <ReportProvider state={state} change={change}>
      <title>{t('Analytics · {product}', { product: PRODUCT })}</title>
      <ReportTitle />
      <ReportBar
        actions={
          <>
            <ScheduleMenu />
            <ReportActions name={t('Analytics')} />
          </>
        }
      />
      <ReportGate>
        <ReportChart figures={<ConversionKpis />} />
        <AnalyticsPanels stream={stream} />
      </ReportGate>
      <OrphansPanel />
      {state.all && <BreakdownDialog key={state.all} dimension={state.all} />}
    </ReportProvider>
  );
}
