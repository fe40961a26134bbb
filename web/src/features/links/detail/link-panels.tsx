import type { FeedScope } from '@/entities/click/click.queries';
import type { StreamState } from '@/shared/api/sse';
import { t } from '@/shared/i18n/t';
import { LivePanel } from '@/widgets/live-feed/live-panel';
import { MinutesChart } from '@/widgets/live-feed/minutes-chart';
import { BreakdownPanel } from '@/widgets/report/breakdown/breakdown-panel';
import { ReportHours } from '@/widgets/report/hours/report-hours';
import { WorldPanel } from '@/widgets/report/map/world-panel';
import { VariantsPanel } from './variants-panel';

interface Props {
  scope: FeedScope;
  stream: StreamState | 'off';
}

/** The panels below a link's chart on the overview: variants, hours, live clicks and breakdowns. */
export function OverviewPanels({ scope, stream }: Props) {
  return (
    <>
      <VariantsPanel />
      <div className="report-two">
        <ReportHours />
        <LivePanel title={t('Recent clicks')} scope={scope} oneLink state={stream} rows={50} scrolls>
          <MinutesChart scope={scope} />
        </LivePanel>
      </div>
      <div className="report-three">
        <BreakdownPanel group="sources" rows={5} />
        <BreakdownPanel group="places" rows={5} />
        <BreakdownPanel group="tech" rows={5} />
      </div>
    </>
  );
}

/** World map and breakdowns of one link's traffic. */
export function TrafficPanels() {
  return (
    <>
      <WorldPanel />
      <div className="report-even">
        <BreakdownPanel group="sources" rows={10} />
        <BreakdownPanel group="tech" rows={10} />
        <BreakdownPanel group="ways" first="url" />
        <BreakdownPanel group="visits" />
      </div>
    </>
  );
}
