import { createFileRoute } from '@tanstack/react-router';
import { DomainScreen } from '@/features/domains/settings/domain-screen';

export const Route = createFileRoute('/dashboard/domains/$domainId/')({
  component: DomainRoute,
});

function DomainRoute() {
  const { domainId } = Route.useParams();
  return <DomainScreen key={domainId} domainId={domainId} />;
}
