import { useRotateWebhookSecret, type Webhook } from '@/entities/webhook/webhook.queries';
import { ROTATE_DIALOG_WIDTH, RotateDialog } from '@/shared/forms/rotate-dialog';
import { WebhookSecret } from './webhook-secret';

const OUTCOMES = [
  'Stops signing at once',
  'Signs for 1 more hour',
  'Signs for 1 more day',
  'Signs for 7 more days',
] as const;

/** Replaces the secret of a webhook and shows the new one. */
export function RotateSecretDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { mutateAsync } = useRotateWebhookSecret(webhook.id);
  return (
    <RotateDialog
      title="Rotate the signing secret"
      label="Current secret"
      hint="Until then, requests have a signature of each secret."
      outcomes={OUTCOMES}
      what="secret"
      rotate={mutateAsync}
      onClose={onClose}
    >
      {(created) => (
        <WebhookSecret title="New secret created" created={created} onClose={onClose} width={ROTATE_DIALOG_WIDTH} />
      )}
    </RotateDialog>
  );
}
