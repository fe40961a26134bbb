import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Link } from '@/entities/link/link.types';
import { useLinkName } from '@/entities/link/link-name';
import { PermissionButton } from '@/entities/workspace/ui/permission-controls';
import { api } from '@/shared/api/client';
import { messageOf } from '@/shared/api/errors';
import { t } from '@/shared/i18n/t';
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
      toast({ title: t('Clicks of {name} deleted', { name }), text: t('Its click count is 0.') });
    },
    onError: (error) => toast({ title: t('Couldn’t delete the clicks'), text: messageOf(error), tone: 'bad' }),
    onSettled: () => setConfirming(false),
  });
  return (
    <section className="danger-zone" aria-label={t('Delete clicks')}>
      <p className="ui-muted">{t('Delete test clicks, or clicks you must not store. The link keeps working.')}</p>
      <PermissionButton permission="clicks:delete" size="sm" tone="danger" onClick={() => setConfirming(true)}>
        {t('Delete clicks')}
      </PermissionButton>
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        title={t('Delete clicks of {name}?', { name })}
        action={t('Delete clicks')}
        onConfirm={() => remove.mutate()}
        busy={remove.isPending}
        typed={link.alias}
      >
        <p>
          {t(
            'This permanently deletes {count, plural, one {# click} other {# clicks}} by people, all bot clicks, and the resulting leads and sales. This can’t be undone.',
            { count: link.clickCount },
          )}
        </p>
        <p className="ui-muted mt-3">
          {t('The link itself is not deleted. Used clicks still count towards its click limit.')}
        </p>
      </ConfirmDialog>
    </section>
  );
}
