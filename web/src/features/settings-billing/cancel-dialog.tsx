import { useCancelSubscription } from '@/entities/billing/billing.queries';
import { formatDate } from '@/shared/lib/format';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { toastResult } from '@/shared/ui/toast-result';

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
        void toastResult(
          cancel.mutateAsync(true),
          () => ({ title: 'Subscription cancelled' }),
          'Couldn’t cancel the subscription',
        ).then(onClose)
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
