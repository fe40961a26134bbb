import { useLinkName } from '@/entities/link/link-name';
import { type Tombstone, useTombstoneMutations } from '@/entities/link/tombstones';
import { messageOf } from '@/shared/api/errors';
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
      toast({ title: `${name} released`, text: 'It can be used for new links.' });
    } catch (error) {
      toast({ title: `Couldn’t release ${name}`, text: messageOf(error), tone: 'bad' });
    }
    onClose();
  }

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Release ${name}?`}
      action="Release alias"
      onConfirm={confirm}
      busy={free.isPending}
      typed={alias}
    >
      <p>
        Anyone who uses {tomb.domain} can then create a link with it. Visitors who scan or type it where it was printed
        will reach that link.
      </p>
      <p className="ui-muted mt-3">
        {isLast
          ? 'This is the last alias of the link, so the link can’t be restored afterwards.'
          : 'The link can still be restored without this alias.'}
      </p>
    </ConfirmDialog>
  );
}
