import type { BioPage } from '@/entities/bio-page/bio-page.types';
import { useDeleteBioPage } from '@/entities/bio-page/bio-page-mutations';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { toastResult } from '@/shared/ui/toast-result';

interface Props {
  page: BioPage;
  onClose: () => void;
}

/** Confirms the deletion of a page. */
export function DeletePageDialog({ page, onClose }: Props) {
  const remove = useDeleteBioPage();

  function confirm() {
    void toastResult(
      remove.mutateAsync(page.id),
      () => ({ title: `${page.title} deleted` }),
      'Couldn’t delete the page',
    ).then(onClose);
  }

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Delete ${page.title}?`}
      action="Delete page"
      onConfirm={confirm}
      busy={remove.isPending}
    >
      <p>
        <span className="ui-mono">{page.url.replace(/^https?:\/\//, '')}</span> returns 404, and its versions are
        deleted. This can’t be undone.
      </p>
      <p className="mt-2">The links of its blocks keep working.</p>
    </ConfirmDialog>
  );
}
