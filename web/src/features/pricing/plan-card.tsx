import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import type { Billing, Package } from '@/entities/package/package.queries';
import { installFacts } from '@/shared/config/product';
import { buttonClass } from '@/shared/ui/button';
import { describePlan, isCustomPlan, planAction, planPrice } from './plan-texts';

/** One package on offer. */
export function PlanCard({ plan, billing }: { plan: Package; billing: Billing }) {
  const { price, suffix } = planPrice(plan, billing);
  const nameId = useId();
  return (
    <article className={plan.isMostPopular ? 'plan most' : 'plan'}>
      <h3 id={nameId}>
        {plan.name}
        {plan.isMostPopular && <span className="badge hot">Most Popular</span>}
      </h3>
      <p className="plan-text">{describePlan(plan.name)}</p>
      <p className="price">
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
