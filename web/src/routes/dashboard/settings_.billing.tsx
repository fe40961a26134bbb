import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router';
import { BillingScreen } from '@/features/settings-billing/billing-screen';

export const Route = createFileRoute('/dashboard/settings_/billing')({
  // The package whose button on the pricing page led here.
  validateSearch: ({ plan }: { plan?: string } & SearchSchemaInput): { plan?: string } =>
    typeof plan === 'string' ? { plan } : {},
  component: BillingRoute,
});

function BillingRoute() {
  const { plan } = Route.useSearch();
  return <BillingScreen plan={plan} />;
}
