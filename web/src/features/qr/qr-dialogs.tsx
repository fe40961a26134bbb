import { lazy, Suspense } from 'react';

const CreateQrDialog = lazy(() => import('./create-qr-dialog').then((module) => ({ default: module.CreateQrDialog })));
const EditQrDialog = lazy(() => import('./edit-qr-dialog').then((module) => ({ default: module.EditQrDialog })));

interface Props {
  creating: boolean;
  /** The link that a new code begins with. */
  linkId?: string;
  /** The id of the code that is being changed. */
  editing?: string;
  onClose: () => void;
}

/** The dialogs of a code, loaded when the first one opens. */
export function QrDialogs({ creating, linkId, editing, onClose }: Props) {
  return (
    <Suspense fallback={null}>
      {creating && <CreateQrDialog key={linkId} linkId={linkId} onClose={onClose} />}
      {editing && <EditQrDialog codeId={editing} onClose={onClose} />}
    </Suspense>
  );
}
