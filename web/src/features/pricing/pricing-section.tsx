import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Billing, packagesQuery } from '@/entities/package/package.queries';
import { installFacts } from '@/shared/config/product';
import { BillingSwitch } from './billing-switch';
import { PlanList } from './plan-list';
import './pricing.css';

const PACKAGES_TOKEN = '__PACKAGES__';

/** The packages and the switch between monthly and yearly. `heading` is the level of its title. */
export function PricingSection({ heading: Heading = 'h2' }: { heading?: 'h1' | 'h2' }) {
  const [billing, setBilling] = useState<Billing>('monthly');
  const { salesEmail } = installFacts();
  const { data } = useQuery(packagesQuery);
  const forSale = data?.enabled !== false;
  return (
    <section id="pricing" className="site-band" aria-labelledby="pricing-title">
      <div className="site-wrap">
        <div className="pricing-bill">
          <Heading id="pricing-title">Simple plans. Redirects never stop.</Heading>
          {forSale && <BillingSwitch value={billing} onChange={setBilling} />}
        </div>
        <Plans billing={billing} heading={Heading === 'h1' ? 'h2' : 'h3'} />
        {forSale && (
          <p className="plans-custom">
            <a href={`mailto:${salesEmail}`}>Need a custom plan? Contact our sales team</a>
          </p>
        )}
      </div>
    </section>
  );
}

function Plans({ billing, heading }: { billing: Billing; heading: 'h2' | 'h3' }) {
  const packages = useQuery(packagesQuery);
  if (packages.data?.enabled === false) {
    return <p className="plans-state">Everything on this install is free, without limits.</p>;
  }
  if (packages.data) return <PlanList packages={packages.data} billing={billing} heading={heading} />;
  if (packages.isError) {
    return (
      <p className="plans-state pricing-bad" role="alert">
        Sorry, we couldn't load the pricing information. Please try again later.
      </p>
    );
  }
  return (
    <div className="plans-state pricing-loading" role="status">
      <span className="pricing-spinner" aria-hidden="true">
        <i />
        <i />
        <i />
        <i />
      </span>
      <span>Loading pricing options...</span>
      {/* The server inserts the packages here, for browsers without script. */}
      <noscript suppressHydrationWarning>{PACKAGES_TOKEN}</noscript>
    </div>
  );
}
