import { useCancelSubscription } from '@/entities/billing/billing.queries';
import { messageOf } from '@/shared/api/errors';
import { formatDate } from '@/shared/lib/format';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { toast } from '@/shared/ui/toast';

/** Confirms that the subscription ends with its paid period. */
export function CancelDialog({ endsAt, onClose }: { endsAt: string | null; onClose: () => void }) {
  const cancel = useCancelSubscription();
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Cancel the subscription?"
      action="Cancel subscription"
      dismiss="Keep subscription"
      busy={cancel.isPending}
      onConfirm={() =>
        cancel.mutate(true, {
          onSuccess: () => toast({ title: 'Subscription cancelled' }),
          onError: (error) => toast({ title: 'Couldn’t cancel the subscription', text: messageOf(error), tone: 'bad' }),
          onSettled: onClose,
        })
      }
    >
      <p>
        {endsAt ? `The plan stays until ${formatDate(endsAt)}` : 'The plan stays until the paid period ends'}, and you
        can resume it until then.
      </p>
      <p className="mt-2">
        After that, everything you created stays and all links keep working. Above the limits of the Free plan, you
        can’t create more.
      </p>
    </ConfirmDialog>
  );
}
