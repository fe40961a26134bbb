import { type ApiKey, useRotateApiKey } from '@/entities/api-key/api-key.queries';
import { ROTATE_DIALOG_WIDTH, RotateDialog } from '@/shared/forms/rotate-dialog';
import { KeyReveal } from '@/widgets/api-keys/key-reveal';

const OUTCOMES = [
  'Stops working at once',
  'Works for 1 more hour',
  'Works for 1 more day',
  'Works for 7 more days',
] as const;

/** Replaces the secret of a key and shows the new one. */
export function RotateKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { mutateAsync } = useRotateApiKey(apiKey.id);
  return (
    <RotateDialog
      title={`Rotate ${apiKey.name}`}
      description="Creates a new secret with the same access. The key then acts with your role."
      label={`Current secret (${apiKey.prefix}…)`}
      hint="Give yourself time to replace it in your program."
      outcomes={OUTCOMES}
      what="key"
      rotate={mutateAsync}
      onClose={onClose}
    >
      {(created) => (
        <KeyReveal title="New secret created" created={created} onClose={onClose} width={ROTATE_DIALOG_WIDTH} />
      )}
    </RotateDialog>
  );
}
