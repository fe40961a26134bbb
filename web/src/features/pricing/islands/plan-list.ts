import type { Billing, Package } from '@/entities/package/package.types';
import { installFacts } from '@/shared/config/product';
import { h } from '@/shared/lib/dom';
import { describePlan, isCustomPlan, planAction, planPrice } from '../plan-texts';

const COLUMNS = 3;

type Heading = 'h2' | 'h3';

function planButton({ name, isMostPopular }: Package, labelId: string): HTMLElement {
  const className = isMostPopular ? 'ui-button ui-primary' : 'ui-button';
  if (isCustomPlan(name)) {
    const href = `mailto:${installFacts().salesEmail}?subject=Enterprise%20Pricing%20Inquiry`;
    return h('a', { className, href }, planAction(name));
  }
  const link = h('a', { className, href: `/signup?plan=${encodeURIComponent(name)}` }, planAction(name));
  link.setAttribute('aria-describedby', labelId);
  return link;
}

function planCard(plan: Package, billing: Billing, heading: Heading): HTMLElement {
  const { price, suffix } = planPrice(plan, billing);
  const id = `plan-${plan.id}`;
  const badge = plan.isMostPopular ? [h('span', { className: 'ui-badge ui-accent' }, 'Most Popular')] : [];
  return h(
    'article',
    { className: plan.isMostPopular ? 'pricing-plan pricing-most' : 'pricing-plan' },
    h(heading, { id, className: 'plan-name' }, plan.name, ...badge),
    h('p', { className: 'plan-text' }, describePlan(plan.name)),
    h('p', { className: 'pricing-price' }, price, ...(suffix ? [h('small', {}, suffix)] : [])),
    h('ul', {}, ...plan.features.map((feature) => h('li', {}, feature))),
    planButton(plan, id),
  );
}

/** What holds for all plans, in the columns that the last row leaves empty. */
function note(columns: number): HTMLElement {
  const element = h(
    'div',
    { className: 'plan-note' },
    h('p', {}, h('b', {}, 'A plan limit never stops a redirect.'), ' At a limit, existing links keep working.'),
  );
  element.dataset.columns = String(columns);
  return element;
}

/** The packages of one period as ruled columns. `heading` is the level below the heading of their section. */
export function planList(plans: readonly Package[], billing: Billing, heading: Heading): HTMLElement {
  if (plans.length === 0) {
    return h('p', { className: 'plans-state' }, 'No pricing packages available at the moment.');
  }
  const left = (COLUMNS - (plans.length % COLUMNS)) % COLUMNS;
  return h(
    'div',
    { className: 'pricing-plans' },
    ...plans.map((plan) => planCard(plan, billing, heading)),
    ...(left > 0 ? [note(left)] : []),
  );
}
