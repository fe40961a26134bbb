import { BreakdownPanel } from '@/widgets/report/breakdown/breakdown-panel';
import { WorldPanel } from '@/widgets/report/map/world-panel';

/** World map and breakdowns of one link's traffic. */
export function LinkTraffic() {
  return (
    <>
      <WorldPanel />
      <div className="report-even">
        <BreakdownPanel group="sources" rows={10} />
        <BreakdownPanel group="tech" rows={10} />
        <BreakdownPanel group="ways" first="url" />
        <BreakdownPanel group="bots" />
      </div>
    </>
  );
}
