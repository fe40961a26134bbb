import { createFileRoute } from '@tanstack/react-router';
import { SignOnSettingsScreen } from '@/features/settings-sign-on/sign-on-settings-screen';

export const Route = createFileRoute('/dashboard/settings_/single-sign-on')({
  component: SignOnSettingsScreen,
});
