import { useQuery } from '@tanstack/react-query';
import { qrCodeDetail } from '@/entities/qr-code/qr-code.queries';
import type { QrCode } from '@/entities/qr-code/qr-code.types';
import { useUpdateQrCode } from '@/entities/qr-code/qr-code-mutations';
import { Dialog } from '@/shared/ui/dialog';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';
import { toast } from '@/shared/ui/toast';
import { QrDialogBody } from './qr-dialog-body';
import { formOf, toUpdate } from './qr-form.schema';
import { PickedLink } from './selected-link';

interface Props {
  codeId: string;
  onClose: () => void;
}

/** Changes how a code looks. */
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
  return (
    <QrDialogBody
      title="Edit QR code"
      action="Save changes"
      nameFirst
      start={formOf(code)}
      link={{ id: code.linkId, alias: code.link.alias, code }}
      onClose={onClose}
      onSubmit={async (form) => {
        await change.mutateAsync({ id: code.id, change: toUpdate(form) });
        toast({ title: 'QR code saved', text: 'What is printed already keeps its look and goes on working.' });
        onClose();
      }}
      linkField={
        <div className="ui-field">
          <span className="ui-label">Leads to</span>
          <PickedLink link={code.link} />
          <p className="ui-hint">To change where it leads, edit the link’s destination. Printed codes keep working.</p>
          {!code.ownScans && (
            <p className="ui-hint">
              Saving gives this code scans of its own and redraws it. Printed copies keep working; their scans count for
              the link.
            </p>
          )}
        </div>
      }
    />
  );
}
