import { createFileRoute } from '@tanstack/react-router';
import { ApiKeysScreen } from '@/features/settings-api-keys/api-keys-screen';

export const Route = createFileRoute('/dashboard/settings_/api-keys')({
  component: ApiKeysScreen,
});
