import { Link } from '@tanstack/react-router';
import type { Webhook } from '@/entities/webhook/webhook.queries';
import { describeEvents } from '@/entities/webhook/webhook-events';
import { formatAgo } from '@/shared/lib/format';
import { PanelItem } from '@/shared/ui/panel-item';
import { WebhookStatus } from './webhook-status';
import './webhooks.css';

/** The webhooks with their state, each with a link to its deliveries. */
export function WebhookList({ webhooks }: { webhooks: readonly Webhook[] }) {
  return (
    <ul className="ui-panel mt-6" aria-label="Webhooks">
      {webhooks.map((webhook) => (
        <WebhookItem key={webhook.id} webhook={webhook} />
      ))}
    </ul>
  );
}

function WebhookItem({ webhook }: { webhook: Webhook }) {
  const { id, url, description, events, lastAttemptAt } = webhook;
  return (
    <PanelItem>
      <div className="hook-name">
        <Link to="/dashboard/settings/webhooks/$webhookId" params={{ webhookId: id }} className="ui-mono hook-url">
          {url}
        </Link>
        <span className="ui-small ui-muted">{[description, describeEvents(events)].filter(Boolean).join(' · ')}</span>
        <span className="ui-small ui-muted">
          {lastAttemptAt ? `Last request ${formatAgo(lastAttemptAt)}` : 'No requests yet'}
        </span>
      </div>
      <WebhookStatus webhook={webhook} />
    </PanelItem>
  );
}
