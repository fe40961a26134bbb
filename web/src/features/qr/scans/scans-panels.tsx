import type { StreamState } from '@/shared/api/sse';
import { LivePanel } from '@/widgets/live-feed/live-panel';
import { MinutesChart } from '@/widgets/live-feed/minutes-chart';
import { BreakdownPanel } from '@/widgets/report/breakdown/breakdown-panel';
import { ReportHours } from '@/widgets/report/hours/report-hours';
import { WorldPanel } from '@/widgets/report/map/world-panel';
import { useReport } from '@/widgets/report/report-context';

/** The panels below the chart of a code's scans: hours, live scans, map, devices and bots. */
export function ScansPanels({ stream }: { stream: StreamState | 'off' }) {
  const { state, query, zone } = useReport();
  const scope = { traffic: state.traffic, filters: query.filters, zone };
  return (
    <>
      <div className="report-two">
        <ReportHours />
        <LivePanel title="Live scans" scope={scope} oneLink state={stream} rows={50} scrolls>
          <MinutesChart scope={scope} />
        </LivePanel>
      </div>
      <WorldPanel />
      <div className="report-even">
        <BreakdownPanel group="tech" rows={8} />
        <BreakdownPanel group="visits" rows={8} />
      </div>
    </>
  );
}
