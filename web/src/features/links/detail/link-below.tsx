import { BreakdownPanel } from '@/entities/analytics/breakdown-panel';
import { ReportHours } from '@/entities/analytics/report-hours';
import type { ReportView } from '@/entities/analytics/use-report';
import type { FeedScope } from '@/entities/click/click.queries';
import { LivePanel } from '@/entities/click/live-panel';
import { Minutes } from '@/entities/click/minutes';
import type { StreamState } from '@/shared/api/sse';
import { VariantsPanel } from './variants-panel';

interface Props {
  view: ReportView;
  scope: FeedScope;
  stream: StreamState | 'off';
}

/** What stands below the chart of a link: when, who just now, where from and with what. */
export function LinkBelow({ view, scope, stream }: Props) {
  return (
    <>
      <VariantsPanel view={view} />
      <div className="report-two">
        <ReportHours view={view} />
        <LivePanel title="Recent clicks" scope={scope} oneLink state={stream} rows={50} scrolls>
          <Minutes scope={scope} />
        </LivePanel>
      </div>
      <div className="report-three">
        <BreakdownPanel view={view} group="sources" rows={5} />
        <BreakdownPanel view={view} group="places" rows={5} />
        <BreakdownPanel view={view} group="tech" rows={5} />
      </div>
    </>
  );
}
