import type { BioPage } from '@/entities/bio-page/bio-page.types';
import { useUnpublishBioPage } from '@/entities/bio-page/bio-page-mutations';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { toastResult } from '@/shared/ui/toast-result';

interface Props {
  page: BioPage;
  onClose: () => void;
}

/** Confirms that a page is hidden from visitors. */
export function UnpublishPageDialog({ page, onClose }: Props) {
  const unpublish = useUnpublishBioPage();

  function confirm() {
    void toastResult(
      unpublish.mutateAsync(page.id),
      () => ({ title: `${page.title} unpublished` }),
      'Couldn’t unpublish the page',
    ).then(onClose);
  }

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Unpublish ${page.title}?`}
      action="Unpublish page"
      onConfirm={confirm}
      busy={unpublish.isPending}
    >
      <p>
        <span className="ui-mono">{page.url.replace(/^https?:\/\//, '')}</span> returns 404 until you publish the page
        again. The draft and its versions stay.
      </p>
    </ConfirmDialog>
  );
}
