import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { ImportScreen } from '@/features/transfer/import-screen';

export const Route = createFileRoute('/dashboard/settings_/import')({
  validateSearch: (raw: { job?: unknown; retrieval?: unknown }): { job?: string; retrieval?: string } => ({
    ...(typeof raw.job === 'string' && { job: raw.job }),
    ...(typeof raw.retrieval === 'string' && { retrieval: raw.retrieval }),
  }),
  component: ImportRoute,
});

function ImportRoute() {
  const { job, retrieval } = Route.useSearch();
  const navigate = useNavigate({ from: '/dashboard/settings/import' });
  const showImport = useCallback((id?: string) => void navigate({ search: { job: id } }), [navigate]);
  return (
    <ImportScreen
      key={job}
      id={job}
      retrievalId={retrieval}
      onImport={showImport}
      onRetrieval={(id) => void navigate({ search: { retrieval: id } })}
    />
  );
}
