import type { QrCode } from '@/entities/qr-code/qr-code.types';
import { useDeleteQrCode } from '@/entities/qr-code/qr-code-mutations';
import { messageOf } from '@/shared/api/errors';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { toast } from '@/shared/ui/toast';

interface Props {
  /** Nothing is asked while there is none. */
  code: QrCode | null;
  onClose: () => void;
}

/** Asks before a code is deleted, and says what that means for printed ones. */
export function DeleteQrDialog({ code, onClose }: Props) {
  const remove = useDeleteQrCode();
  const name = code?.name ?? (code ? `the code of /${code.link.alias}` : '');

  function confirm() {
    if (!code) return;
    remove.mutate(code.id, {
      onSuccess: () => toast({ title: 'QR code deleted' }),
      onError: (error) => toast({ title: 'The code was not deleted', text: messageOf(error), tone: 'bad' }),
      onSettled: onClose,
    });
  }

  return (
    <ConfirmDialog
      open={code !== null}
      onClose={onClose}
      title={`Delete ${name}?`}
      action="Delete QR code"
      onConfirm={confirm}
      busy={remove.isPending}
    >
      <p>It leaves this list. Printed ones go on leading to /{code?.link.alias}, and their scans still count.</p>
    </ConfirmDialog>
  );
}
