import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Link } from '@/entities/link/link.types';
import { api } from '@/shared/api/client';
import { messageOf } from '@/shared/api/errors';
import { plural } from '@/shared/lib/format';
import { Button } from '@/shared/ui/button';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { toast } from '@/shared/ui/toast';

/** The way to delete a link's clicks for good, at the end of its page. */
export function DeleteClicks({ link }: { link: Link }) {
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => api.DELETE('/links/{id}/clicks', { params: { path: { id: link.id } } }),
    onSuccess: () => {
      // Every figure on screen may have counted them.
      void queries.invalidateQueries();
      toast({ title: `Clicks of /${link.alias} deleted`, text: 'It counts from 0.' });
    },
    onError: (error) => toast({ title: 'The clicks were not deleted', text: messageOf(error), tone: 'bad' }),
    onSettled: () => setAsking(false),
  });
  return (
    <section className="danger-zone" aria-label="Delete clicks">
      <p className="ui-muted">Test clicks, or clicks that you must not keep? The link goes on without them.</p>
      <Button size="sm" tone="danger" onClick={() => setAsking(true)}>
        Delete clicks
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Delete the clicks of /${link.alias}?`}
        action="Delete clicks"
        onConfirm={() => remove.mutate()}
        busy={remove.isPending}
        typed={link.alias}
      >
        <p>
          All that was counted for this link goes for good, people and bots: {plural(link.clickCount, 'click')} of
          people, and the leads and sales that came of them. Nothing brings it back.
        </p>
        <p className="ui-muted mt-3">The link itself stays, and what its click limit has used up stays used.</p>
      </ConfirmDialog>
    </section>
  );
}
