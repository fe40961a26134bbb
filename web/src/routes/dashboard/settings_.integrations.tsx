import { createFileRoute } from '@tanstack/react-router';
import { IntegrationsScreen } from '@/features/settings-integrations/integrations-screen';

export const Route = createFileRoute('/dashboard/settings_/integrations')({
  component: IntegrationsScreen,
});
