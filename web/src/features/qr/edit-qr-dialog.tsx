import { useQuery } from '@tanstack/react-query';
import { qrCodeDetail, savedContent } from '@/entities/qr-code/qr-code.queries';
import type { QrCode } from '@/entities/qr-code/qr-code.types';
import { useUpdateQrCode } from '@/entities/qr-code/qr-code-mutations';
import { Dialog } from '@/shared/ui/dialog';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';
import { toast } from '@/shared/ui/toast';
import { SelectedLink } from '@/widgets/link-picker/selected-link';
import { QrDialogBody } from './qr-dialog-body';
import { toForm, toUpdate } from './qr-form.schema';

interface Props {
  codeId: string;
  onClose: () => void;
}

/** Edits a code's name and style. */
export function EditQrDialog({ codeId, onClose }: Props) {
  const detail = useQuery(qrCodeDetail(codeId));
  if (detail.data) return <EditForm key={codeId} code={detail.data} onClose={onClose} />;
  return (
    <Dialog open place="side" width={740} onClose={onClose} title="Edit QR code">
      {detail.isError ? (
        <PanelError error={detail.error} onRetry={() => detail.refetch()} />
      ) : (
        <Skeleton height={240} />
      )}
    </Dialog>
  );
}

function EditForm({ code, onClose }: { code: QrCode; onClose: () => void }) {
  const change = useUpdateQrCode();
  const { link, linkId } = code;
  return (
    <QrDialogBody
      title="Edit QR code"
      action="Save changes"
      nameFirst
      initialValues={toForm(code)}
      link={savedContent(code)}
      content={code.content}
      onClose={onClose}
      onSubmit={async (form) => {
        await change.mutateAsync({ id: code.id, change: toUpdate(form) });
        toast({ title: 'QR code saved', text: 'Printed copies keep their style and keep working.' });
        onClose();
      }}
      linkField={
        link && linkId ? (
          <div className="ui-field">
            <span className="ui-label">Link</span>
            <SelectedLink link={link} />
            <p className="ui-hint">To change the destination, edit the link. Printed copies keep working.</p>
            {!code.ownScans && (
              <p className="ui-hint">
                Saving redraws this code and counts its scans separately. Printed copies keep working; their scans count
                for the link.
              </p>
            )}
          </div>
        ) : (
          <p className="ui-hint">Printed copies of a static code keep their content.</p>
        )
      }
    />
  );
}
