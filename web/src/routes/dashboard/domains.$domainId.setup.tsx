import { createFileRoute, type SearchSchemaInput, useNavigate } from '@tanstack/react-router';
import { SetupScreen } from '@/features/domains/setup/setup-screen';

interface SetupSearch {
  /** The DNS records when absent. */
  step?: 'redirects';
}

export const Route = createFileRoute('/dashboard/domains/$domainId/setup')({
  validateSearch: ({ step }: SetupSearch & SearchSchemaInput): SetupSearch => (step === 'redirects' ? { step } : {}),
  component: SetupRoute,
});

function SetupRoute() {
  const { domainId } = Route.useParams();
  const { step } = Route.useSearch();
  const navigate = useNavigate({ from: '/dashboard/domains/$domainId/setup' });
  return (
    <SetupScreen
      key={domainId}
      domainId={domainId}
      redirects={step === 'redirects'}
      onStep={(next) => void navigate({ search: next === 'redirects' ? { step: next } : {} })}
    />
  );
}
