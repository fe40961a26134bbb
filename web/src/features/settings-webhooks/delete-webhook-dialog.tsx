import { useDeleteWebhook, type Webhook } from '@/entities/webhook/webhook.queries';
import { messageOf } from '@/shared/api/errors';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { toast } from '@/shared/ui/toast';

interface Props {
  webhook: Webhook;
  onClose: () => void;
  onDeleted: () => void;
}

/** Confirms that a webhook is deleted. */
export function DeleteWebhookDialog({ webhook, onClose, onDeleted }: Props) {
  const remove = useDeleteWebhook();
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Delete this webhook?"
      action="Delete webhook"
      busy={remove.isPending}
      onConfirm={() =>
        remove.mutate(webhook.id, {
          onSuccess: () => {
            toast({ title: 'Webhook deleted' });
            onDeleted();
          },
          onError: (error) => {
            toast({ title: 'Couldn’t delete the webhook', text: messageOf(error), tone: 'bad' });
            onClose();
          },
        })
      }
    >
      <p>
        Its deliveries are deleted as well, and those that wait are not sent. This can’t be undone.{' '}
        <span className="ui-mono hook-url">{webhook.url}</span>
      </p>
    </ConfirmDialog>
  );
}
