import { useState } from 'react';
import { type CreatedWebhook, useRotateWebhookSecret, type Webhook } from '@/entities/webhook/webhook.queries';
import { messageOf } from '@/shared/api/errors';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { Field } from '@/shared/ui/field';
import { Select } from '@/shared/ui/select';
import { toast } from '@/shared/ui/toast';
import { WebhookSecret } from './webhook-secret';

const OVERLAPS = [
  { value: '0', label: 'Stops signing at once' },
  { value: '3600', label: 'Signs for 1 more hour' },
  { value: '86400', label: 'Signs for 1 more day' },
  { value: '604800', label: 'Signs for 7 more days' },
] as const;

type Overlap = (typeof OVERLAPS)[number]['value'];

/** Replaces the secret of a webhook and shows the new one. */
export function RotateSecretDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const [overlap, setOverlap] = useState<Overlap>('86400');
  const [rotated, setRotated] = useState<CreatedWebhook | null>(null);
  const rotate = useRotateWebhookSecret(webhook.id);

  function submit() {
    rotate.mutate(Number(overlap), {
      onSuccess: setRotated,
      onError: (error) => toast({ title: 'Couldn’t rotate the secret', text: messageOf(error), tone: 'bad' }),
    });
  }

  if (rotated) return <WebhookSecret created={rotated} onClose={onClose} width={560} title="New secret created" />;
  return (
    <Dialog
      open
      onClose={onClose}
      width={560}
      title="Rotate the signing secret"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" busy={rotate.isPending} onClick={submit}>
            Rotate secret
          </Button>
        </>
      }
    >
      <Field label="Current secret" hint="Until then, requests have a signature of each secret.">
        {(control) => <Select {...control} value={overlap} options={OVERLAPS} onChange={setOverlap} />}
      </Field>
    </Dialog>
  );
}
