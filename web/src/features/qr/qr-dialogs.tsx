import { useCan } from '@/entities/workspace/use-can';
import { lazyPart } from '@/shared/ui/lazy-part';

const CreateQrDialog = lazyPart(() => import('./create-qr-dialog'), 'CreateQrDialog');

interface Props {
  creating: boolean;
  /** The id of the link that is selected initially. */
  linkId?: string;
  onClose: () => void;
}

/** The create dialog, loaded on first use. */
export function QrDialogs({ creating, linkId, onClose }: Props) {
  if (!useCan('links:write') || !creating) return null;
  return <CreateQrDialog key={linkId} linkId={linkId} onClose={onClose} />;
}
