import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { reportSearch } from '@/entities/analytics/model/report-route';
import { readReport, writeReport } from '@/entities/analytics/model/report-search';
import { AnalyticsScreen } from '@/features/analytics/analytics-screen';

export const Route = createFileRoute('/dashboard/analytics')({
  validateSearch: reportSearch,
  component: AnalyticsRoute,
});

function AnalyticsRoute() {
  const search = Route.useSearch();
  const navigate = useNavigate({ from: '/dashboard/analytics' });
  const state = readReport(search);
  return (
    <AnalyticsScreen
      state={state}
      change={(named) => void navigate({ search: writeReport({ ...state, ...named }), resetScroll: false })}
    />
  );
}
