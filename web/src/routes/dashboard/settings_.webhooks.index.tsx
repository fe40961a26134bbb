import { createFileRoute } from '@tanstack/react-router';
import { WebhooksScreen } from '@/features/settings-webhooks/webhooks-screen';

export const Route = createFileRoute('/dashboard/settings_/webhooks/')({
  component: WebhooksScreen,
});
