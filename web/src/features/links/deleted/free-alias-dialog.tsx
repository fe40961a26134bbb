import { type Tombstone, useTombstoneMutations } from '@/entities/link/tombstones';
import { messageOf } from '@/shared/api/errors';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { toast } from '@/shared/ui/toast';

interface Props {
  tomb: Tombstone;
  alias: string;
  onClose: () => void;
}

/** Asks before an alias that may be in print is let go. */
export function FreeAliasDialog({ tomb, alias, onClose }: Props) {
  const { free } = useTombstoneMutations();
  const only = tomb.aliases.length === 1;

  async function confirm() {
    try {
      await free.mutateAsync({ id: tomb.linkId, alias });
      toast({ title: `/${alias} is free`, text: 'Anybody may take it now.' });
    } catch (error) {
      toast({ title: `/${alias} was not freed`, text: messageOf(error), tone: 'bad' });
    }
    onClose();
  }

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Free /${alias}?`}
      action="Free alias"
      onConfirm={confirm}
      busy={free.isPending}
      typed={alias}
    >
      <p>
        From now on anybody who uses {tomb.domain} may take it. Whoever scans or types it where it was printed lands on
        their link.
      </p>
      <p className="ui-muted mt-3">
        {only
          ? 'It is the last alias of this link: the link cannot be restored any more.'
          : 'The link can still be restored, without this alias.'}
      </p>
    </ConfirmDialog>
  );
}
