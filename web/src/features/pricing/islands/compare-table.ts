import type { Billing, Package, Packages } from '@/entities/package/package.types';
import { h } from '@/shared/lib/dom';
import { part } from '@/shared/lib/islands';
import { comparePlans } from '../compare-plans';
import { planPrice } from '../plan-texts';

const NONE = '–';

function priceOf(packages: Packages, billing: Billing, name: string): string {
  const plan = packages[billing].find((candidate) => candidate.name === name);
  return plan ? planPrice(plan, billing).price : NONE;
}

const columnClass = ({ isMostPopular }: Package) => (isMostPopular ? 'pricing-page-most' : '');

/** Compares the plans and their prices for both periods, and shows the section; without plans it stays hidden. */
export function fillCompareTable(section: HTMLElement, packages: Packages): void {
  const plans = packages.monthly;
  if (plans.length === 0) return;
  const rows = [
    { label: 'Monthly price', cells: plans.map(({ name }) => priceOf(packages, 'monthly', name)) },
    { label: 'Yearly price', cells: plans.map(({ name }) => priceOf(packages, 'yearly', name)) },
    ...comparePlans(plans),
  ];
  const head = plans.map((plan) => h('th', { scope: 'col', className: columnClass(plan) }, plan.name));
  const body = rows.map(({ label, cells }) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, label),
      ...plans.map((plan, index) => h('td', { className: columnClass(plan) }, cells[index] ?? NONE)),
    ),
  );
  part(section, 'table', HTMLTableElement).replaceChildren(
    h('thead', {}, h('tr', {}, h('td'), ...head)),
    h('tbody', {}, ...body),
  );
  section.hidden = false;
}
