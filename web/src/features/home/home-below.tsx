import { useClickStream } from '@/entities/click/use-click-stream';
import { LivePanel } from '@/widgets/live-feed/live-panel';
import { HoursPanel } from './hours-panel';
import { Impact } from './impact';
import { NeedHelp } from './need-help';
import { Tips } from './tips';

const PERIOD = { interval: '30d' } as const;

/** The home below its figures. It also follows the clicks that let those figures grow. */
export function HomeBelow() {
  const stream = useClickStream();
  return (
    <>
      <div className="home-two">
        <HoursPanel scope={PERIOD} />
        <LivePanel title="Live now" state={stream} rows={6} />
      </div>
      <Impact />
      <Tips />
      <NeedHelp />
    </>
  );
}
