import type { StreamState } from '@/shared/api/sse';
import { t } from '@/shared/i18n/t';
import { LivePanel } from '@/widgets/live-feed/live-panel';
import { MinutesChart } from '@/widgets/live-feed/minutes-chart';
import { BreakdownPanel } from '@/widgets/report/breakdown/breakdown-panel';
import { ReportHours } from '@/widgets/report/hours/report-hours';
import { WorldPanel } from '@/widgets/report/map/world-panel';
import { useReport } from '@/widgets/report/report-context';

/** The panels below the chart: hours, live feed, map and breakdowns. */
export function AnalyticsPanels({ stream }: { stream: StreamState | 'off' }) {
  const { state, zone } = useReport();
  const scope = { traffic: state.traffic, filters: state.filters, zone };
  return (
    <>
      <div className="report-two">
        <ReportHours />
        <LivePanel title={t('Live clicks')} scope={scope} state={stream} rows={50} scrolls>
          <MinutesChart scope={scope} />
        </LivePanel>
      </div>
      <WorldPanel />
      <div className="report-three">
        <BreakdownPanel group="what" />
        <BreakdownPanel group="sources" />
        <BreakdownPanel group="tech" />
      </div>
      <div className="report-even">
        <BreakdownPanel group="ways" first="url" rows={5} />
        <BreakdownPanel group="visits" rows={5} />
      </div>
    </>
  );
}
