import type { BioPage } from '@/entities/bio-page/bio-page.types';
import { pageStatus } from '@/entities/bio-page/page-status';
import { QrPicture } from '@/entities/qr-code/qr-picture';
import { formatDateTime } from '@/shared/lib/format';
import { canShare, shareUrl } from '@/shared/lib/share';
import { Button, buttonClass } from '@/shared/ui/button';
import { CopyButton } from '@/shared/ui/copy-button';
import { Dialog } from '@/shared/ui/dialog';
import { Icon } from '@/shared/ui/icon';
import { toast } from '@/shared/ui/toast';
import { DEFAULT_LOOK } from '@/widgets/qr-style/look.schema';

/** When visitors see the page at its address. */
function availability(page: BioPage): string {
  switch (pageStatus(page).label) {
    case 'Scheduled':
      return `Visitors see it from ${formatDateTime(page.startsAt ?? '')}, at this address:`;
    case 'Ended':
      return 'Its schedule has ended: visitors do not see it. Its address is:';
    default:
      return 'Visitors see it now, at this address:';
  }
}

interface Props {
  page: BioPage;
  onClose: () => void;
  focusAfter: () => void;
}

/** The address of a page that was just published: to copy, scan, share and open. */
export function PublishedDialog({ page, onClose, focusAfter }: Props) {
  const url = page.rootUrl ?? page.url;

  async function share() {
    if (await shareUrl({ url, title: page.title })) return;
    toast({ title: 'Couldn’t share the page', text: 'Copy its address instead.', tone: 'bad' });
  }

  return (
    <Dialog
      open
      onClose={onClose}
      focusAfter={focusAfter}
      width={440}
      title="Page published"
      description={availability(page)}
      footer={
        <>
          {canShare() && (
            <Button onClick={() => void share()}>
              <Icon name="external" />
              Share
            </Button>
          )}
          <a href={url} target="_blank" rel="noreferrer" className={buttonClass()}>
            <Icon name="external" />
            Open page
          </a>
          <Button tone="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <p className="bio-published-url">
        <span className="ui-mono">{url.replace(/^https?:\/\//, '')}</span>
        <CopyButton text={url} what="address" />
      </p>
      <div className="bio-published-code">
        <QrPicture url={url} look={DEFAULT_LOOK} />
      </div>
    </Dialog>
  );
}
