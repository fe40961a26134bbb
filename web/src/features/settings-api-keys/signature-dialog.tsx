import type { ApiKey } from '@/entities/api-key/api-key.queries';
import { Dialog } from '@/shared/ui/dialog';
import { KeySignature } from '@/widgets/api-keys/key-signature';

/** Shows the signature of a key. */
export function SignatureDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} width={560} title={apiKey.name}>
      <KeySignature keyId={apiKey.id} />
    </Dialog>
  );
}
