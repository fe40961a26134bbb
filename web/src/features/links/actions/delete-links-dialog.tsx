import { useState } from 'react';
import type { LinkBase } from '@/entities/link/link.types';
import { useLinkName } from '@/entities/link/link-name';
import { t } from '@/shared/i18n/t';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { type Skipped, useLinkActions, useNamesOf } from './link-actions';

interface Props {
  /** The dialog is open while this is not empty. */
  links: readonly LinkBase[];
  onClose: () => void;
  onDone?: () => void;
  /** Opens the list of links that were not deleted. */
  onView?: (skipped: Skipped) => void;
}

const MAX_NAMES = 12;
/** Number of links from which on the user must type the number to confirm. */
const TYPED_CONFIRMATION = 10;

/** The names of the first links, and the number of further ones. */
function formatNames(links: readonly LinkBase[], nameOf: (link: LinkBase) => string): string {
  const names = links.slice(0, MAX_NAMES).map(nameOf);
  const more = links.length - names.length;
  const listed = names.join(', ');
  return more > 0 ? t('{names} and {count} more', { names: listed, count: more }) : listed;
}

/** Confirms the deletion of links and explains its consequences. */
export function DeleteLinksDialog({ links, onClose, onDone, onView }: Props) {
  const { remove } = useLinkActions(onView);
  const nameOf = useLinkName();
  const namesOf = useNamesOf();
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
      title={t('Delete {names}?', { names: namesOf(links) })}
      action={
        one ? t('Delete link') : t('Delete {count, plural, one {# link} other {# links}}', { count: links.length })
      }
      onConfirm={confirm}
      busy={busy}
      typed={links.length >= TYPED_CONFIRMATION ? String(links.length) : undefined}
    >
      {!one && <p className="ui-mono mb-3">{formatNames(links, nameOf)}</p>}
      <p>
        {one
          ? t(
              'Visitors will see a “gone” page. The alias stays reserved, so that no one else can reuse it. You can restore deleted links under Links, Deleted.',
            )
          : t(
              'Visitors will see a “gone” page. The aliases stay reserved, so that no one else can reuse them. You can restore deleted links under Links, Deleted.',
            )}
      </p>
      <p className="ui-muted mt-3">
        {clicks > 0 &&
          `${t('{count, plural, one {# click stays} other {# clicks stay}} in your totals.', { count: clicks })} `}
        {one ? t('To hide it instead, archive it.') : t('To hide them instead, archive them.')}
      </p>
    </ConfirmDialog>
  );
}
