import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import type { Billing, Package } from '@/entities/package/package.queries';
import { installFacts } from '@/shared/config/product';
import { buttonClass } from '@/shared/ui/button';
import { describePlan, isCustomPlan, planAction, planPrice } from './plan-texts';

/** One package. `heading` is the level below the heading of its section. */
export function PlanCard({
  plan,
  billing,
  heading: Heading,
}: {
  plan: Package;
  billing: Billing;
  heading: 'h2' | 'h3';
}) {
  const { price, suffix } = planPrice(plan, billing);
  const nameId = useId();
  return (
    <article className={plan.isMostPopular ? 'pricing-plan pricing-most' : 'pricing-plan'}>
      <Heading id={nameId} className="plan-name">
        {plan.name}
        {plan.isMostPopular && <span className="ui-badge ui-accent">Most Popular</span>}
      </Heading>
      <p className="plan-text">{describePlan(plan.name)}</p>
      <p className="pricing-price">
        {price}
        {suffix && <small>{suffix}</small>}
      </p>
      <ul>
        {plan.features.map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
      <PlanButton plan={plan} nameId={nameId} />
    </article>
  );
}

function PlanButton({ plan, nameId }: { plan: Package; nameId: string }) {
  const { salesEmail } = installFacts();
  const look = buttonClass({ tone: plan.isMostPopular ? 'primary' : 'plain' });
  if (isCustomPlan(plan.name)) {
    return (
      <a className={look} href={`mailto:${salesEmail}?subject=Enterprise%20Pricing%20Inquiry`}>
        {planAction(plan.name)}
      </a>
    );
  }
  return (
    <Link className={look} to="/signup" reloadDocument search={{ plan: plan.name }} aria-describedby={nameId}>
      {planAction(plan.name)}
    </Link>
  );
}
