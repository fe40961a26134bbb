import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { ImportScreen } from '@/features/transfer/import-screen';

export const Route = createFileRoute('/dashboard/settings_/import')({
  validateSearch: (raw: { job?: unknown }): { job?: string } => (typeof raw.job === 'string' ? { job: raw.job } : {}),
  component: ImportRoute,
});

function ImportRoute() {
  const { job } = Route.useSearch();
  const navigate = useNavigate({ from: '/dashboard/settings/import' });
  return <ImportScreen key={job} id={job} onImport={(id) => void navigate({ search: { job: id } })} />;
}
