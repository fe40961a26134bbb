import type { Billing, Packages } from '@/entities/package/package.queries';
import { PlanCard } from './plan-card';

const COLUMNS = 3;

/** The packages of one period as ruled columns; what is left of the last row says what holds for all of them. */
export function PlanList({
  packages,
  billing,
  heading,
}: {
  packages: Packages;
  billing: Billing;
  heading: 'h2' | 'h3';
}) {
  const plans = packages[billing];
  if (plans.length === 0) return <p className="plans-state">No pricing packages available at the moment.</p>;
  const left = (COLUMNS - (plans.length % COLUMNS)) % COLUMNS;
  return (
    <div className="pricing-plans">
      {plans.map((plan) => (
        <PlanCard key={plan.id} plan={plan} billing={billing} heading={heading} />
      ))}
      {left > 0 && (
        <div className="plan-note" data-columns={left}>
          <p>
            <b>A plan limit never stops a redirect.</b> At a limit, existing links keep working.
          </p>
        </div>
      )}
    </div>
  );
}
