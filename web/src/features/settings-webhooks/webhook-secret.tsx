import type { CreatedWebhook } from '@/entities/webhook/webhook.queries';
import { Button } from '@/shared/ui/button';
import { SecretReveal } from '@/shared/ui/secret-reveal';

/** Shows the new secret of a webhook once. */
export function WebhookSecret({ created, onDone }: { created: CreatedWebhook; onDone: () => void }) {
  return (
    <div className="hook-form">
      <SecretReveal title="Signing secret" label="Signing secret" what="the secret" secret={created.secret}>
        Your server needs it to verify that requests are from this workspace.
      </SecretReveal>
      <p className="ui-muted">
        Requests are signed as the Standard Webhooks specification says. Libraries for many languages verify the headers{' '}
        <span className="ui-mono">webhook-id</span>, <span className="ui-mono">webhook-timestamp</span> and{' '}
        <span className="ui-mono">webhook-signature</span>.
      </p>
      <Button onClick={onDone}>Done</Button>
    </div>
  );
}
