import { createFileRoute, stripSearchParams, useNavigate } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { INTERVALS } from '@/entities/analytics/analytics.queries';
import { AnalyticsScreen } from '@/features/analytics/analytics-screen';

const analyticsSearch = z.object({ interval: z.catch(z._default(z.enum(INTERVALS), '30d'), '30d') });

export const Route = createFileRoute('/dashboard/analytics')({
  validateSearch: analyticsSearch,
  search: { middlewares: [stripSearchParams({ interval: '30d' })] },
  component: AnalyticsRoute,
});

function AnalyticsRoute() {
  const { interval } = Route.useSearch();
  const navigate = useNavigate({ from: '/dashboard/analytics' });
  return (
    <AnalyticsScreen
      interval={interval}
      onInterval={(next) => void navigate({ search: { interval: next }, resetScroll: false })}
    />
  );
}
