import { createFileRoute, type SearchSchemaInput, useNavigate } from '@tanstack/react-router';
import { reportSearch } from '@/entities/analytics/model/report-route';
import { type ReportSearch, readReport, writeReport } from '@/entities/analytics/model/report-search';
import { ScansScreen } from '@/features/qr/scans/scans-screen';

// The report, which the bundler would otherwise put into a chunk of all pages.

export const Route = createFileRoute('/dashboard/qr-codes/$codeId/scans')({
  validateSearch: (raw: ReportSearch & SearchSchemaInput): ReportSearch => reportSearch(raw),
  component: ScansRoute,
});

function ScansRoute() {
  const { codeId } = Route.useParams();
  const state = readReport(Route.useSearch());
  const navigate = useNavigate({ from: '/dashboard/qr-codes/$codeId/scans' });
  return (
    <ScansScreen
      key={codeId}
      codeId={codeId}
      state={state}
      change={(named) => void navigate({ search: writeReport({ ...state, ...named }), resetScroll: false })}
    />
  );
}
