import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Job } from '@/entities/job/job.queries';
import { deleteLinks } from '@/entities/link/bulk-links';
import { countLinks, fetchAllLinks } from '@/entities/link/link.queries';
import { invalidateLinks } from '@/entities/link/update-link';
import { messageOf } from '@/shared/api/errors';
import { plural } from '@/shared/lib/format';
import { Button } from '@/shared/ui/button';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { toast } from '@/shared/ui/toast';

/** The version of a link that was never edited. */
const UNCHANGED = 1;

/** Deletes the links of an import that were not edited since. Renders nothing when the import has none. */
export function UndoImport({ job }: { job: Job }) {
  const queries = useQueryClient();
  const { data: count = 0 } = useQuery(countLinks({ import: job.id }));
  const [confirming, setConfirming] = useState(false);
  const [busy, setBusy] = useState(false);

  async function undo() {
    setBusy(true);
    try {
      const created = await fetchAllLinks({ import: job.id });
      const unchanged = created.filter(({ version }) => version === UNCHANGED);
      const { done, failed } = await deleteLinks(unchanged);
      const left = created.length - done.length;
      const [first] = failed;
      toast({
        title: `${plural(done.length, 'imported link')} deleted${left > 0 ? `, ${left} left` : ''}`,
        text: first ? messageOf(first.error) : left > 0 ? 'They were edited after the import.' : undefined,
        tone: first ? 'bad' : 'good',
      });
      invalidateLinks(queries);
    } catch (error) {
      toast({ title: 'Couldn’t undo the import', text: messageOf(error), tone: 'bad' });
    }
    setBusy(false);
    setConfirming(false);
  }

  if (count === 0) return null;
  return (
    <>
      <Button size="sm" onClick={() => setConfirming(true)}>
        Undo import
      </Button>
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        title="Undo this import?"
        action="Delete imported links"
        onConfirm={undo}
        busy={busy}
      >
        <p>
          This deletes {plural(count, 'link')} created by this import, except those edited since. You can restore
          deleted links under Links, Deleted.
        </p>
      </ConfirmDialog>
    </>
  );
}
