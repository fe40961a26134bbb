import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useEnableWebhook, useTestWebhook, type Webhook } from '@/entities/webhook/webhook.queries';
import { useEntryZone } from '@/entities/workspace/use-workspace-zone';
import { messageOf } from '@/shared/api/errors';
import { formatCount, formatDateTime } from '@/shared/lib/format';
import { Button } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Menu, MenuItem, MenuRule } from '@/shared/ui/menu';
import { PageTitle } from '@/shared/ui/page-title';
import { toast } from '@/shared/ui/toast';
import { Deliveries } from './deliveries';
import { disabledText, WebhookStatus } from './webhook-status';
import './webhooks.css';

const WebhookDialog = lazyPart(() => import('./webhook-dialog'), 'WebhookDialog');
const RotateSecretDialog = lazyPart(() => import('./rotate-secret-dialog'), 'RotateSecretDialog');
const DeleteWebhookDialog = lazyPart(() => import('./delete-webhook-dialog'), 'DeleteWebhookDialog');

type OpenDialog = 'edit' | 'rotate' | 'delete' | null;

/** A webhook: its actions, its state and its deliveries. */
export function WebhookDetails({ webhook }: { webhook: Webhook }) {
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const close = () => setDialog(null);
  return (
    <>
      <Link to="/dashboard/settings/webhooks" className="ui-small ui-more mb-3 inline-block">
        All webhooks
      </Link>
      <PageTitle title="Webhook" lead={<span className="ui-mono hook-url">{webhook.url}</span>}>
        <WebhookActions webhook={webhook} onDialog={setDialog} />
      </PageTitle>
      <WebhookFacts webhook={webhook} />
      <Deliveries webhook={webhook} />
      {dialog === 'edit' && <WebhookDialog webhook={webhook} onClose={close} />}
      {dialog === 'rotate' && <RotateSecretDialog webhook={webhook} onClose={close} />}
      {dialog === 'delete' && (
        <DeleteWebhookDialog
          webhook={webhook}
          onClose={close}
          onDeleted={() => navigate({ to: '/dashboard/settings/webhooks' })}
        />
      )}
    </>
  );
}

function WebhookActions({ webhook, onDialog }: { webhook: Webhook; onDialog: (dialog: OpenDialog) => void }) {
  const test = useTestWebhook(webhook.id);
  const enable = useEnableWebhook(webhook.id);
  const failed = (title: string) => (error: unknown) => toast({ title, text: messageOf(error), tone: 'bad' });

  function sendTest() {
    test.mutate(undefined, {
      onSuccess: () => toast({ title: 'Test message queued', text: 'Its result is in the list of deliveries.' }),
      onError: failed('Couldn’t send a test message'),
    });
  }

  const switchTo = (enabled: boolean) =>
    enable.mutate(enabled, { onError: failed(`Couldn’t ${enabled ? 'enable' : 'disable'} the webhook`) });

  return (
    <div className="hook-actions">
      {webhook.enabled ? (
        <Button busy={test.isPending} onClick={sendTest}>
          Send test message
        </Button>
      ) : (
        <Button tone="primary" busy={enable.isPending} onClick={() => switchTo(true)}>
          Enable
        </Button>
      )}
      <Menu
        trigger={
          <Button icon aria-label="Webhook actions">
            <Icon name="more" />
          </Button>
        }
      >
        <MenuItem onSelect={() => onDialog('edit')}>Edit…</MenuItem>
        <MenuItem onSelect={() => onDialog('rotate')}>Rotate secret…</MenuItem>
        {webhook.enabled && <MenuItem onSelect={() => switchTo(false)}>Disable</MenuItem>}
        <MenuRule />
        <MenuItem danger onSelect={() => onDialog('delete')}>
          Delete…
        </MenuItem>
      </Menu>
    </div>
  );
}

function WebhookFacts({ webhook }: { webhook: Webhook }) {
  const zone = useEntryZone();
  const { description, events, failingSince, droppedCount, lastDroppedAt, previousSecretExpiresAt } = webhook;
  return (
    <div className="ui-panel mt-6 hook-facts">
      <p className="hook-state">
        <WebhookStatus webhook={webhook} />
        {!webhook.enabled && <span>{disabledText(webhook)}</span>}
        {webhook.enabled && failingSince && (
          <span>
            No request succeeded since {formatDateTime(failingSince, zone)}. After 5 days the webhook is disabled.
          </span>
        )}
      </p>
      {lastDroppedAt && (
        <p>
          {formatCount(droppedCount)} {droppedCount === 1 ? 'message was' : 'messages were'} dropped, the last one on{' '}
          {formatDateTime(lastDroppedAt, zone)}, because 500 were waiting for the receiver.
        </p>
      )}
      {description && <p>{description}</p>}
      <ul className="hook-types" aria-label="Events">
        {events.map((event) => (
          <li key={event} className="ui-mono ui-small">
            {event}
          </li>
        ))}
      </ul>
      {previousSecretExpiresAt && (
        <p className="ui-small ui-muted">
          Requests also have a signature of the previous secret until {formatDateTime(previousSecretExpiresAt, zone)}.
        </p>
      )}
    </div>
  );
}
