import { useState } from 'react';
import type { LinkBase } from '@/entities/link/link.types';
import { formatCount, plural } from '@/shared/lib/format';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { namesOf, type Skipped, useLinkActions } from './link-actions';

interface Props {
  /** Nothing is asked while there are none. */
  links: readonly LinkBase[];
  onClose: () => void;
  onDone?: () => void;
  /** Shows what was not deleted, and why. */
  onView?: (skipped: Skipped) => void;
}

const NAMED = 12;
/** From so many on the number must be typed: nobody deletes them by one slip. */
const MANY = 10;

/** The first of them by name. */
function list(links: readonly LinkBase[]): string {
  const names = links.slice(0, NAMED).map((link) => `/${link.alias}`);
  const more = links.length - names.length;
  return names.join(', ') + (more > 0 ? ` and ${formatCount(more)} more` : '');
}

/** Asks before links are deleted, and says what that means for those who hold them. */
export function DeleteLinksDialog({ links, onClose, onDone, onView }: Props) {
  const { remove } = useLinkActions(onView);
  const [busy, setBusy] = useState(false);
  const clicks = links.reduce((sum, link) => sum + link.clickCount, 0);
  const one = links.length === 1;

  async function confirm() {
    setBusy(true);
    const { failed } = await remove(links);
    setBusy(false);
    onClose();
    if (failed.length === 0) onDone?.();
  }

  return (
    <ConfirmDialog
      open={links.length > 0}
      onClose={onClose}
      title={`Delete ${namesOf(links)}?`}
      action={one ? 'Delete link' : `Delete ${plural(links.length, 'link')}`}
      onConfirm={confirm}
      busy={busy}
      typed={links.length >= MANY ? String(links.length) : undefined}
    >
      {!one && <p className="ui-mono mb-3">{list(links)}</p>}
      <p>
        Whoever opens {one ? 'it' : 'them'} from now on is told that {one ? 'the link is' : 'the links are'} gone. The{' '}
        {one ? 'alias stays' : 'aliases stay'} taken, so that nobody else can use a printed code of yours.
      </p>
      <p className="ui-muted mt-3">
        {clicks > 0 &&
          `${formatCount(clicks)} counted ${clicks === 1 ? 'click stays' : 'clicks stay'} in your totals. `}
        To keep {one ? 'it' : 'them'} for later, archive instead.
      </p>
    </ConfirmDialog>
  );
}
