import { PageHead } from '@/shared/ui/page-head';
import { CompareTable } from './compare-table';
import { PricingSection } from './pricing-section';
import { Questions } from './questions';

/** The plans, the comparison and the questions. */
export function PricingPage() {
  return (
    <div className="pricing-page" data-island="pricing">
      <PageHead
        title="Pricing"
        description="Five plans, billed monthly or yearly (save 16%). The free plan needs no credit card, and a plan limit never stops a redirect."
        path="/pricing"
        picture="pricing"
      />
      <PricingSection heading="h1" />
      <CompareTable />
      <Questions />
    </div>
  );
}
