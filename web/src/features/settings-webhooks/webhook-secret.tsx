import type { ComponentProps } from 'react';
import type { CreatedWebhook } from '@/entities/webhook/webhook.queries';
import { SecretDialog } from '@/shared/ui/secret-dialog';

interface Props extends Pick<ComponentProps<typeof SecretDialog>, 'title' | 'width' | 'place' | 'onClose'> {
  created: CreatedWebhook;
}

/** Shows the new secret of a webhook once. */
export function WebhookSecret({ created, ...dialog }: Props) {
  return (
    <SecretDialog
      {...dialog}
      reveal={{
        title: 'Signing secret',
        label: 'Signing secret',
        what: 'the secret',
        secret: created.secret,
        children: 'Your server needs it to verify that requests are from this workspace.',
      }}
    >
      <p className="ui-muted">
        Requests are signed as the Standard Webhooks specification says. Libraries for many languages verify the headers{' '}
        <span className="ui-mono">webhook-id</span>, <span className="ui-mono">webhook-timestamp</span> and{' '}
        <span className="ui-mono">webhook-signature</span>.
      </p>
    </SecretDialog>
  );
}
