import { codeName } from '@/entities/qr-code/code-name';
import type { QrCode } from '@/entities/qr-code/qr-code.types';
import { useDeleteQrCode } from '@/entities/qr-code/qr-code-mutations';
import { messageOf } from '@/shared/api/errors';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { toast } from '@/shared/ui/toast';

interface Props {
  /** The dialog is open while this is set. */
  code: QrCode | null;
  onClose: () => void;
}

/** Confirms the deletion of a QR code and explains what happens to printed copies. */
export function DeleteQrDialog({ code, onClose }: Props) {
  const remove = useDeleteQrCode();
  const name = code?.name ?? (code ? `QR code of ${codeName(code)}` : '');

  function confirm() {
    if (!code) return;
    remove.mutate(code.id, {
      onSuccess: () => toast({ title: 'QR code deleted' }),
      onError: (error) => toast({ title: 'Couldn’t delete the QR code', text: messageOf(error), tone: 'bad' }),
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
      <p>
        {code?.link
          ? `Printed copies keep working: they open /${code.link.alias} and their scans still count for the link.`
          : 'Printed copies keep working.'}
      </p>
    </ConfirmDialog>
  );
}
