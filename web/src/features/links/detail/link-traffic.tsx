import { BreakdownPanel } from '@/widgets/report/breakdown/breakdown-panel';
import { WorldPanel } from '@/widgets/report/map/world-panel';
import type { ReportView } from '@/widgets/report/use-report';

/** World map and breakdowns of one link's traffic. */
export function LinkTraffic({ view }: { view: ReportView }) {
  return (
    <>
      <WorldPanel view={view} />
      <div className="report-even">
        <BreakdownPanel view={view} group="sources" rows={10} />
        <BreakdownPanel view={view} group="tech" rows={10} />
        <BreakdownPanel view={view} group="ways" first="url" />
        <BreakdownPanel view={view} group="bots" />
      </div>
    </>
  );
}
