import { useLinkName } from '@/entities/link/link-name';
import { type Tombstone, useTombstoneMutations } from '@/entities/link/tombstones';
import { messageOf } from '@/shared/api/errors';
import { t } from '@/shared/i18n/t';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { toast } from '@/shared/ui/toast';

interface Props {
  tomb: Tombstone;
  alias: string;
  onClose: () => void;
}

/** Confirms the release of a deleted link's alias. */
export function ReleaseAliasDialog({ tomb, alias, onClose }: Props) {
  const { free } = useTombstoneMutations();
  const name = useLinkName()({ domain: tomb.domain, alias });
  const isLast = tomb.aliases.length === 1;

  async function confirm() {
    try {
      await free.mutateAsync({ id: tomb.linkId, alias });
      toast({ title: t('{name} released', { name }), text: t('It can be used for new links.') });
    } catch (error) {
      toast({ title: t('Couldn’t release {name}', { name }), text: messageOf(error), tone: 'bad' });
    }
    onClose();
  }

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('Release {name}?', { name })}
      action={t('Release alias')}
      onConfirm={confirm}
      busy={free.isPending}
      typed={alias}
    >
      <p>
        {t(
          'Anyone who uses {domain} can then create a link with it. Visitors who scan or type it where it was printed will reach that link.',
          { domain: tomb.domain },
        )}
      </p>
      <p className="ui-muted mt-3">
        {isLast
          ? t('This is the last alias of the link, so the link can’t be restored afterwards.')
          : t('The link can still be restored without this alias.')}
      </p>
    </ConfirmDialog>
  );
}
