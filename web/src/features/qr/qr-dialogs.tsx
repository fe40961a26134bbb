import { lazy, Suspense } from 'react';
import { useCan } from '@/entities/workspace/use-can';

const CreateQrDialog = lazy(() => import('./create-qr-dialog').then((module) => ({ default: module.CreateQrDialog })));

interface Props {
  creating: boolean;
  /** The id of the link that is selected initially. */
  linkId?: string;
  onClose: () => void;
}

/** The create dialog, loaded on first use. */
export function QrDialogs({ creating, linkId, onClose }: Props) {
  if (!useCan('links:write') || !creating) return null;
  return (
    <Suspense fallback={null}>
      <CreateQrDialog key={linkId} linkId={linkId} onClose={onClose} />
    </Suspense>
  );
}
