import { lazy, Suspense } from 'react';
import { useCan } from '@/entities/workspace/use-can';

const CreateQrDialog = lazy(() => import('./create-qr-dialog').then((module) => ({ default: module.CreateQrDialog })));
const EditQrDialog = lazy(() => import('./edit-qr-dialog').then((module) => ({ default: module.EditQrDialog })));

interface Props {
  creating: boolean;
  /** The id of the link that is selected initially. */
  linkId?: string;
  /** The id of the code being edited. */
  editing?: string;
  onClose: () => void;
}

/** The create and edit dialogs, loaded on first use. */
export function QrDialogs({ creating, linkId, editing, onClose }: Props) {
  if (!useCan('links:write')) return null;
  return (
    <Suspense fallback={null}>
      {creating && <CreateQrDialog key={linkId} linkId={linkId} onClose={onClose} />}
      {editing && <EditQrDialog codeId={editing} onClose={onClose} />}
    </Suspense>
  );
}
