import type { StreamState } from '@/shared/api/sse';
import { LivePanel } from '@/widgets/live-feed/live-panel';
import { MinutesChart } from '@/widgets/live-feed/minutes-chart';
import { BreakdownPanel } from '@/widgets/report/breakdown/breakdown-panel';
import { ReportHours } from '@/widgets/report/hours/report-hours';
import { WorldPanel } from '@/widgets/report/map/world-panel';
import type { ReportView } from '@/widgets/report/use-report';

interface Props {
  view: ReportView;
  stream: StreamState | 'off';
}

/** What stands below the chart: when, who just now, where from, through what and with what. */
export function AnalyticsBelow({ view, stream }: Props) {
  const scope = { traffic: view.state.traffic, filters: view.state.filters, zone: view.zone };
  return (
    <>
      <div className="report-two">
        <ReportHours view={view} />
        <LivePanel title="Right now" scope={scope} state={stream} rows={50} scrolls>
          <MinutesChart scope={scope} />
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
    </>
  );
}
