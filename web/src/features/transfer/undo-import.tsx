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

/** Deletes the unedited links of an import. Renders nothing when there are none. */
export function UndoImport({ job }: { job: Job }) {
  const queries = useQueryClient();
  const { data: count = 0 } = useQuery(countLinks({ import: job.id }));
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);

  async function undo() {
    setBusy(true);
    try {
      const made = await fetchAllLinks({ import: job.id });
      const unchanged = made.filter(({ version }) => version === UNCHANGED);
      const { done, failed } = await deleteLinks(unchanged);
      const left = made.length - done.length;
      const [first] = failed;
      toast({
        title: `${plural(done.length, 'imported link')} deleted${left > 0 ? `, ${left} left` : ''}`,
        text: first ? messageOf(first.error) : left > 0 ? 'They were changed after the import.' : undefined,
        tone: first ? 'bad' : 'good',
      });
      invalidateLinks(queries);
    } catch (error) {
      toast({ title: 'The import was not undone', text: messageOf(error), tone: 'bad' });
    }
    setBusy(false);
    setAsked(false);
  }

  if (count === 0) return null;
  return (
    <>
      <Button size="sm" onClick={() => setAsked(true)}>
        Undo this import
      </Button>
      <ConfirmDialog
        open={asked}
        onClose={() => setAsked(false)}
        title="Undo this import?"
        action="Delete imported links"
        onConfirm={undo}
        busy={busy}
      >
        <p>
          {plural(count, 'link')} made by this import will be deleted, except those that were changed since. Deleted
          links can be restored from Links, Deleted.
        </p>
      </ConfirmDialog>
    </>
  );
}
