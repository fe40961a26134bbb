import { installFacts } from '@/shared/config/product';
import { BillingSwitch } from './billing-switch';

const PACKAGES_TOKEN = '__PACKAGES__';

/** The packages and the switch between monthly and yearly. `heading` is the level of its title. */
export function PricingSection({ heading: Heading = 'h2' }: { heading?: 'h1' | 'h2' }) {
  const { salesEmail } = installFacts();
  return (
    <section id="pricing" className="site-band" aria-labelledby="pricing-title">
      <div className="site-wrap">
        <div className="pricing-bill">
          <Heading id="pricing-title">Simple plans. Redirects never stop.</Heading>
          <BillingSwitch />
        </div>
        <div data-part="plans" data-heading={Heading === 'h1' ? 'h2' : 'h3'}>
          <Loading />
        </div>
        <p className="plans-custom" data-part="custom">
          <a href={`mailto:${salesEmail}`}>Need a custom plan? Contact our sales team</a>
        </p>
      </div>
    </section>
  );
}

function Loading() {
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
      <noscript>{PACKAGES_TOKEN}</noscript>
    </div>
  );
}
