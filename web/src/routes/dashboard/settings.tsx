import { createFileRoute } from '@tanstack/react-router';
import { SettingsScreen } from '@/features/settings-workspace/settings-screen';

export const Route = createFileRoute('/dashboard/settings')({ component: SettingsScreen });
