import { createFileRoute } from '@tanstack/react-router';
import { DomainsScreen } from '@/features/domains/list/domains-screen';

export const Route = createFileRoute('/dashboard/domains/')({
  component: DomainsScreen,
});
