import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { followJob, type Job } from '@/entities/job/job.queries';
import { countLinks } from '@/entities/link/link.queries';
import { deleteMatchingLinks } from '@/entities/link/matching-links';
import { messageOf } from '@/shared/api/errors';
import { plural } from '@/shared/lib/format';
import { Button } from '@/shared/ui/button';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { toast } from '@/shared/ui/toast';

/** Deletes the links of an import that were not edited since. Renders nothing when the import has none. */
export function UndoImport({ job }: { job: Job }) {
  const queries = useQueryClient();
  const { data: count = 0 } = useQuery(countLinks({ import: job.id }));
  const [confirming, setConfirming] = useState(false);
  const undo = useMutation({
    mutationFn: () => deleteMatchingLinks({ import: job.id }, true),
    onSuccess: ({ id }) => followJob(queries, id),
    onError: (error) => toast({ title: 'Couldn’t undo the import', text: messageOf(error), tone: 'bad' }),
    onSettled: () => setConfirming(false),
  });

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
        onConfirm={() => undo.mutate()}
        busy={undo.isPending}
      >
        <p>
          This deletes {plural(count, 'link')} created by this import, except those edited since. You can restore
          deleted links under Links, Deleted.
        </p>
      </ConfirmDialog>
    </>
  );
}
