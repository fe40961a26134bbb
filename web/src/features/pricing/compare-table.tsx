import { useQuery } from '@tanstack/react-query';
import { type Billing, type Packages, packagesQuery } from '@/entities/package/package.queries';
import { comparePlans } from './compare-plans';
import { planPrice } from './plan-texts';

/** Compares the plans and their prices for both periods. Renders nothing until the packages are loaded. */
export function CompareTable() {
  const { data } = useQuery(packagesQuery);
  if (!data || data.enabled === false || data.monthly.length === 0) return null;
  return (
    <section className="site-band" aria-labelledby="compare-title">
      <div className="site-wrap">
        <h2 id="compare-title" className="band-title">
          Compare plans
        </h2>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a small screen the keyboard must be able to scroll it */}
        <div className="compare-scroll" tabIndex={0} role="region" aria-label="Comparison of the plans">
          <Table packages={data} />
        </div>
      </div>
    </section>
  );
}

function price(packages: Packages, billing: Billing, name: string): string {
  const plan = packages[billing].find((candidate) => candidate.name === name);
  return plan ? planPrice(plan, billing).price : '–';
}

function Table({ packages }: { packages: Packages }) {
  const plans = packages.monthly;
  const prices = [
    { label: 'Monthly price', cells: plans.map(({ name }) => price(packages, 'monthly', name)) },
    { label: 'Yearly price', cells: plans.map(({ name }) => price(packages, 'yearly', name)) },
  ];
  return (
    <table className="pricing-page-compare">
      <thead>
        <tr>
          <td />
          {plans.map(({ id, name, isMostPopular }) => (
            <th key={id} scope="col" className={isMostPopular ? 'pricing-page-most' : undefined}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {[...prices, ...comparePlans(plans)].map(({ label, cells }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            {plans.map(({ id, isMostPopular }, index) => (
              <td key={id} className={isMostPopular ? 'pricing-page-most' : undefined}>
                {cells[index] ?? '–'}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
