import { createFileRoute } from '@tanstack/react-router';
import { ReportsScreen } from '@/features/analytics/scheduled/reports-screen';

export const Route = createFileRoute('/dashboard/analytics_/reports')({
  component: ReportsScreen,
});
