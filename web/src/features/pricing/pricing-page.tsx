import { PageHead } from '@/shared/ui/page-head';
import { CompareTable } from './compare-table';
import { PricingSection } from './pricing-section';
import { Questions } from './questions';
import './pricing-page.css';

/** The plans, the comparison and the questions. */
export function PricingPage() {
  return (
    <div className="pricing-page">
      <PageHead
        title="Pricing"
        description="Five plans, monthly or yearly with 16% saved. The free one needs no card, and a redirect never stops because of a plan."
        path="/pricing"
        picture="pricing"
      />
      <PricingSection heading="h1" />
      <CompareTable />
      <Questions />
    </div>
  );
}
