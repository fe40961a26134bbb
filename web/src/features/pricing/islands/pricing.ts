import type { Billing, Packages } from '@/entities/package/package.types';
import { onReconnect } from '@/shared/api/connection';
import { getJson } from '@/shared/api/request';
import { withRetries } from '@/shared/api/retry';
import { h } from '@/shared/lib/dom';
import { part } from '@/shared/lib/islands';
import { fillCompareTable } from './compare-table';
import { planList } from './plan-list';

const loadPackages = () => withRetries(() => getJson<Packages>('/packages'));

function message(text: string): HTMLElement {
  return h('p', { className: 'plans-state' }, text);
}

function failure(): HTMLElement {
  const element = message("Sorry, we couldn't load the pricing information. Please try again later.");
  element.classList.add('pricing-bad');
  element.role = 'alert';
  return element;
}

/** Loads the packages and shows those of the selected period; on the pricing page also their comparison. */
export function pricing(root: HTMLElement): void {
  const plans = part(root, 'plans', HTMLElement);
  const billing = part(root, 'billing', HTMLFieldSetElement);
  const compare = root.querySelector<HTMLElement>('[data-part="compare"]');

  const selected = (): Billing => (billing.querySelector('[value="yearly"]:checked') ? 'yearly' : 'monthly');
  const showPlans = (packages: Packages) => {
    const heading = plans.dataset.heading === 'h2' ? 'h2' : 'h3';
    plans.replaceChildren(planList(packages[selected()], selected(), heading));
  };
  const showFree = () => {
    billing.hidden = true;
    part(root, 'custom', HTMLElement).hidden = true;
    plans.replaceChildren(message('Everything on this install is free, without limits.'));
  };
  const show = (packages: Packages) => {
    stopWaiting();
    if (packages.enabled === false) {
      showFree();
      return;
    }
    showPlans(packages);
    billing.addEventListener('change', () => showPlans(packages));
    if (compare) fillCompareTable(compare, packages);
  };
  const load = () => void loadPackages().then(show, () => plans.replaceChildren(failure()));
  const stopWaiting = onReconnect(load);
  load();
}
