import { BreakdownPanel } from '@/entities/analytics/breakdown-panel';
import { ReportHours } from '@/entities/analytics/report-hours';
import type { ReportView } from '@/entities/analytics/use-report';
import { WorldPanel } from '@/entities/analytics/world-panel';
import { LivePanel } from '@/entities/click/live-panel';
import { Minutes } from '@/entities/click/minutes';
import type { StreamState } from '@/shared/api/sse';

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
    </>
  );
}
