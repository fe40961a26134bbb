import { useState } from 'react';
import type { CreatedWebhook, Webhook } from '@/entities/webhook/webhook.queries';
import { toast } from '@/shared/ui/toast';
import { WebhookForm } from './webhook-form';
import { WebhookSecret } from './webhook-secret';

/** Creates a webhook, or edits `webhook`. The secret of a new one is shown before the dialog closes. */
export function WebhookDialog({ webhook, onClose }: { webhook?: Webhook; onClose: () => void }) {
  const [created, setCreated] = useState<CreatedWebhook | null>(null);

  function onSaved(saved: Webhook | CreatedWebhook) {
    if ('secret' in saved) return setCreated(saved);
    toast({ title: 'Webhook saved' });
    onClose();
  }

  if (!created) return <WebhookForm webhook={webhook} onSaved={onSaved} onClose={onClose} />;
  return <WebhookSecret created={created} onClose={onClose} place="side" width={620} title="Webhook created" />;
}
