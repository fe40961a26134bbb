import { LinkChip } from '@/entities/link/ui/link-chip';
import { messageOf } from '@/shared/api/errors';
import { t } from '@/shared/i18n/t';
import { Dialog } from '@/shared/ui/dialog';
import type { Skipped } from './link-actions';

/** Lists the links that a bulk action skipped, each with the reason. */
export function SkippedDialog({ skipped, onClose }: { skipped: Skipped; onClose: () => void }) {
  return (
    <Dialog
      open={skipped.length > 0}
      onClose={onClose}
      width={560}
      title={t('{count, plural, one {# link} other {# links}} skipped', { count: skipped.length })}
      description={t('These links were not changed.')}
    >
      <ul className="ui-panel">
        {skipped.map(({ link, error }) => (
          <li key={link.id} className="ui-row first:border-t-0">
            <LinkChip link={link} linkId={link.id} />
            <p className="ui-small min-w-0">{messageOf(error)}</p>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
