import { createFileRoute, type SearchSchemaInput, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { reportSearch } from '@/entities/analytics/model/report-route';
import { type ReportSearch, readReport, writeReport } from '@/entities/analytics/model/report-search';
import { Skeleton } from '@/shared/ui/skeleton';

// The report, which the bundler would otherwise put into a chunk of all pages.
const ScansScreen = lazy(() =>
  import('@/features/qr/scans/scans-screen').then((module) => ({ default: module.ScansScreen })),
);

export const Route = createFileRoute('/dashboard/qr-codes/$codeId/scans')({
  validateSearch: (raw: ReportSearch & SearchSchemaInput): ReportSearch => reportSearch(raw),
  component: ScansRoute,
});

function ScansRoute() {
  const { codeId } = Route.useParams();
  const state = readReport(Route.useSearch());
  const navigate = useNavigate({ from: '/dashboard/qr-codes/$codeId/scans' });
  return (
    <Suspense fallback={<Skeleton height={320} />}>
      <ScansScreen
        key={codeId}
        codeId={codeId}
        state={state}
        change={(named) => void navigate({ search: writeReport({ ...state, ...named }), resetScroll: false })}
      />
    </Suspense>
  );
}
