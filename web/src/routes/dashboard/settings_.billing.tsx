import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router';
import { BillingScreen } from '@/features/settings-billing/billing-screen';

interface Search {
  /** The package whose button on the pricing page led here. */
  plan?: string;
  /** Set by the payment page after a payment. */
  checkout?: 'done';
}

export const Route = createFileRoute('/dashboard/settings_/billing')({
  validateSearch: ({ plan, checkout }: { plan?: string; checkout?: string } & SearchSchemaInput): Search => ({
    ...(typeof plan === 'string' ? { plan } : {}),
    ...(checkout === 'done' ? { checkout } : {}),
  }),
  component: BillingRoute,
});

function BillingRoute() {
  const { plan, checkout } = Route.useSearch();
  return <BillingScreen plan={plan} paid={checkout === 'done'} />;
}
