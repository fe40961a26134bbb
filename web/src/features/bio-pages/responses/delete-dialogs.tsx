import { type PageResponse, useDeleteResponse, useDeleteResponses } from '@/entities/bio-page/bio-page-responses';
import { messageOf } from '@/shared/api/errors';
import { plural } from '@/shared/lib/format';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { toast } from '@/shared/ui/toast';

interface OneProps {
  pageId: string;
  response: PageResponse;
  onClose: () => void;
}

/** Confirms the deletion of a response. */
export function DeleteResponseDialog({ pageId, response, onClose }: OneProps) {
  const remove = useDeleteResponse(pageId);

  function confirm() {
    remove.mutate(response.id, {
      onSuccess: () => toast({ title: 'Response deleted', text: response.email }),
      onError: (error) => toast({ title: 'Couldn’t delete the response', text: messageOf(error), tone: 'bad' }),
      onSettled: onClose,
    });
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
    remove.mutate(blockId, {
      onSuccess: (deleted) => toast({ title: `${plural(deleted, 'response')} deleted` }),
      onError: (error) => toast({ title: 'Couldn’t delete the responses', text: messageOf(error), tone: 'bad' }),
      onSettled: onClose,
    });
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
