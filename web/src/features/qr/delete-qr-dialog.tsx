import { useLinkName } from '@/entities/link/link-name';
import { useCodeName } from '@/entities/qr-code/code-name';
import type { QrCode } from '@/entities/qr-code/qr-code.types';
import { useDeleteQrCode } from '@/entities/qr-code/qr-code-mutations';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { toastResult } from '@/shared/ui/toast-result';

interface Props {
  /** The dialog is open while this is set. */
  code: QrCode | null;
  onClose: () => void;
}

/** Confirms the deletion of a QR code and explains what happens to printed copies. */
export function DeleteQrDialog({ code, onClose }: Props) {
  const remove = useDeleteQrCode();
  const nameOf = useLinkName();
  const codeName = useCodeName();
  const name = code?.name ?? (code ? `QR code of ${codeName(code)}` : '');

  function confirm() {
    if (!code) return;
    void toastResult(
      remove.mutateAsync(code.id),
      () => ({ title: 'QR code deleted' }),
      'Couldn’t delete the QR code',
    ).then(onClose);
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
          ? `Printed copies keep working: they open ${nameOf(code.link)} and their scans still count for the link.`
          : 'Printed copies keep working.'}
      </p>
    </ConfirmDialog>
  );
}
