import { createFileRoute } from '@tanstack/react-router';
import { WebhookScreen } from '@/features/settings-webhooks/webhook-screen';

export const Route = createFileRoute('/dashboard/settings_/webhooks/$webhookId')({
  component: WebhookRoute,
});

function WebhookRoute() {
  const { webhookId } = Route.useParams();
  return <WebhookScreen key={webhookId} webhookId={webhookId} />;
}
