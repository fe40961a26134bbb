import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Link } from '@/entities/link/link.types';
import { useLinkName } from '@/entities/link/link-name';
import { PermissionButton } from '@/entities/workspace/ui/permission-controls';
import { api } from '@/shared/api/client';
import { messageOf } from '@/shared/api/errors';
import { plural } from '@/shared/lib/format';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { toast } from '@/shared/ui/toast';

/** Deletes a link's clicks permanently, after confirmation. */
export function DeleteClicks({ link }: { link: Link }) {
  const queries = useQueryClient();
  const name = useLinkName()(link);
  const [confirming, setConfirming] = useState(false);
  const remove = useMutation({
    mutationFn: () => api.DELETE('/links/{id}/clicks', { params: { path: { id: link.id } } }),
    onSuccess: () => {
      // Any figure on screen may include the deleted clicks.
      void queries.invalidateQueries();
      toast({ title: `Clicks of ${name} deleted`, text: 'Its click count is 0.' });
    },
    onError: (error) => toast({ title: 'Couldn’t delete the clicks', text: messageOf(error), tone: 'bad' }),
    onSettled: () => setConfirming(false),
  });
  return (
    <section className="danger-zone" aria-label="Delete clicks">
      <p className="ui-muted">Delete test clicks, or clicks you must not store. The link keeps working.</p>
      <PermissionButton permission="clicks:delete" size="sm" tone="danger" onClick={() => setConfirming(true)}>
        Delete clicks
      </PermissionButton>
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        title={`Delete clicks of ${name}?`}
        action="Delete clicks"
        onConfirm={() => remove.mutate()}
        busy={remove.isPending}
        typed={link.alias}
      >
        <p>
          This permanently deletes {plural(link.clickCount, 'click')} by people, all bot clicks, and the resulting leads
          and sales. This can’t be undone.
        </p>
        <p className="ui-muted mt-3">
          The link itself is not deleted. Used clicks still count towards its click limit.
        </p>
      </ConfirmDialog>
    </section>
  );
}
