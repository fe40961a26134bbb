import { useClickStream } from '@/entities/click/use-click-stream';
import { t } from '@/shared/i18n/t';
import { LivePanel } from '@/widgets/live-feed/live-panel';
import { HoursPanel } from './hours-panel';
import { Impact } from './impact';
import { NeedHelp } from './need-help';
import { Tips } from './tips';

/** The part of the home screen below the fold. It follows the click stream, which updates the cards above too. */
export function HomeBelow() {
  const stream = useClickStream();
  return (
    <>
      <div className="home-two">
        <HoursPanel />
        <LivePanel title={t('Live clicks')} state={stream} rows={6} />
      </div>
      <Impact />
      <Tips />
      <NeedHelp />
    </>
  );
}
