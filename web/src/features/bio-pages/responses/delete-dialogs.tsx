import { type PageResponse, useDeleteResponse, useDeleteResponses } from '@/entities/bio-page/bio-page-responses';
import { plural } from '@/shared/lib/format';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { toastResult } from '@/shared/ui/toast-result';

interface OneProps {
  pageId: string;
  response: PageResponse;
  onClose: () => void;
}

/** Confirms the deletion of a response. */
export function DeleteResponseDialog({ pageId, response, onClose }: OneProps) {
  const remove = useDeleteResponse(pageId);

  function confirm() {
    void toastResult(
      remove.mutateAsync(response.id),
      () => ({ title: 'Response deleted', text: response.email }),
      'Couldn’t delete the response',
    ).then(onClose);
  }

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Delete this response?"
      action="Delete response"
      onConfirm={confirm}
      busy={remove.isPending}
    >
      <p>
        The response of <span className="ui-mono">{response.email}</span> to “{response.form}” and the consent are
        deleted. This can’t be undone.
      </p>
    </ConfirmDialog>
  );
}

interface AllProps {
  pageId: string;
  /** Empty for the responses to all forms. */
  blockId: string;
  /** The title of the form; undefined for all forms. */
  form: string | undefined;
  total: number;
  onClose: () => void;
}

/** Confirms the deletion of all responses to a form or to the page. */
export function DeleteResponsesDialog({ pageId, blockId, form, total, onClose }: AllProps) {
  const remove = useDeleteResponses(pageId);

  function confirm() {
    void toastResult(
      remove.mutateAsync(blockId),
      (deleted) => ({ title: `${plural(deleted, 'response')} deleted` }),
      'Couldn’t delete the responses',
    ).then(onClose);
  }

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Delete ${plural(total, 'response')}?`}
      action="Delete responses"
      onConfirm={confirm}
      busy={remove.isPending}
      typed={String(total)}
    >
      <p>
        {form === undefined ? 'All responses to the forms of this page' : `All responses to “${form}”`} and their
        consent are deleted. This can’t be undone. Export them first if you still need them.
      </p>
    </ConfirmDialog>
  );
}
