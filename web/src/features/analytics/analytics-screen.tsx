import type { Interval } from '@/entities/analytics/analytics.queries';
import { CountStrip } from '@/entities/analytics/count-strip';
import { HoursPanel } from '@/entities/analytics/hours-panel';
import { PeriodSwitch } from '@/entities/analytics/period-switch';
import { SeriesPanel } from '@/entities/analytics/series-panel';
import { LivePanel } from '@/entities/click/live-panel';
import { useClickStream } from '@/entities/click/use-click-stream';
import { PRODUCT } from '@/shared/config/product';

/** The clicks of the whole workspace, growing as they come. */
export function AnalyticsScreen({
  interval,
  onInterval,
}: {
  interval: Interval;
  onInterval: (next: Interval) => void;
}) {
  const stream = useClickStream();
  const scope = { interval };
  return (
    <>
      <title>{`Analytics · ${PRODUCT}`}</title>
      <div className="title mb-6">
        <h1>Analytics</h1>
        <PeriodSwitch value={interval} onChange={onInterval} />
      </div>
      <CountStrip scope={scope} />
      <div className="mt-6">
        <SeriesPanel scope={scope} />
      </div>
      <div className="grid gap-6 mt-6 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <HoursPanel scope={scope} />
        <LivePanel title="Right now" state={stream} rows={6} />
      </div>
    </>
  );
}
