import type { QueryClient } from '@tanstack/react-query';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { resolveReport } from '@/entities/analytics/model/report-query';
import { reportSearch } from '@/entities/analytics/model/report-route';
import { type ReportSearch, readReport, writeReport } from '@/entities/analytics/model/report-search';
import { clickReport } from '@/entities/analytics/report.queries';
import { currentWorkspace } from '@/entities/workspace/workspace.queries';
import { AnalyticsScreen } from '@/features/analytics/analytics-screen';

export const Route = createFileRoute('/dashboard/analytics')({
  // Keeps the loader out of the chunk with all route definitions, which every page loads.
  codeSplitGroupings: [['loader', 'component']],
  validateSearch: reportSearch,
  // The report needs the workspace's time zone, so the workspace is requested while the code of the screen loads.
  beforeLoad: ({ context, cause }) => {
    if (cause === 'enter') void context.queryClient.prefetchQuery(currentWorkspace());
  },
  // Only a head start: the screen shows its own loading and failing states.
  loader: ({ context, cause, location }) => {
    if (cause === 'enter') void startReport(context.queryClient, location.search).catch(() => {});
  },
  component: AnalyticsRoute,
});

/** Requests the report of a search as soon as the workspace's zone is known, while the screen renders. */
async function startReport(queries: QueryClient, search: ReportSearch): Promise<void> {
  const workspace = await queries.ensureQueryData(currentWorkspace());
  await queries.prefetchQuery(clickReport(resolveReport(readReport(search), workspace, Date.now()).query));
}

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
