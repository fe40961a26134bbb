import { createFileRoute, stripSearchParams, useNavigate } from '@tanstack/react-router';
import { intervalDefaults, parseInterval } from '@/entities/analytics/interval-search';
import { AnalyticsScreen } from '@/features/analytics/analytics-screen';

export const Route = createFileRoute('/dashboard/analytics')({
  validateSearch: parseInterval,
  search: { middlewares: [stripSearchParams(intervalDefaults)] },
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
