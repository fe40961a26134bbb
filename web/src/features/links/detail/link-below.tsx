import type { FeedScope } from '@/entities/click/click.queries';
import type { StreamState } from '@/shared/api/sse';
import { LivePanel } from '@/widgets/live-feed/live-panel';
import { MinutesChart } from '@/widgets/live-feed/minutes-chart';
import { BreakdownPanel } from '@/widgets/report/breakdown/breakdown-panel';
import { ReportHours } from '@/widgets/report/hours/report-hours';
import type { ReportView } from '@/widgets/report/use-report';
import { VariantsPanel } from './variants-panel';

interface Props {
  view: ReportView;
  scope: FeedScope;
  stream: StreamState | 'off';
}

/** The panels below a link's chart: variants, hours, live clicks and breakdowns. */
export function LinkBelow({ view, scope, stream }: Props) {
  return (
    <>
      <VariantsPanel view={view} />
      <div className="report-two">
        <ReportHours view={view} />
        <LivePanel title="Recent clicks" scope={scope} oneLink state={stream} rows={50} scrolls>
          <MinutesChart scope={scope} />
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
