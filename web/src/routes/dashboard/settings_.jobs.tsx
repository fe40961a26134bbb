import { createFileRoute } from '@tanstack/react-router';
import { JobsScreen } from '@/features/transfer/jobs-screen';

export const Route = createFileRoute('/dashboard/settings_/jobs')({
  component: JobsScreen,
});
