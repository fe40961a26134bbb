import type { Package } from '@/entities/package/package.types';

/** A row of the comparison. A cell is null when the plan does not have the feature. */
export interface CompareRow {
  label: string;
  cells: (string | null)[];
}

const OF = /^(.+?) of (.+)$/;
const QUANTITY = /^(unlimited|[\d,.]+)\s+(.+)$/i;

const YES = 'Yes';

/** How a plan is paid, which is not a feature that the plans differ in. */
const PAYMENT = /\bcredit card\b/i;

function split(feature: string): { label: string; value: string } | null {
  const of = OF.exec(feature);
  if (of?.[1] && of[2] && QUANTITY.test(of[1])) return { label: of[2], value: of[1] };
  const quantity = QUANTITY.exec(feature);
  return quantity?.[1] && quantity[2] ? { label: quantity[2], value: quantity[1] } : null;
}

/** "1 link" and "100 links" have the same key. */
function keyOf(label: string): string {
  return label
    .toLowerCase()
    .split(' ')
    .map((word) => word.replace(/s$/, ''))
    .join(' ');
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * Groups the features of the plans, which are sentences, into rows: "100 links" and "1,000 links" form one row, "1 year of
 * statistics" and "Unlimited statistics" another. A feature without a quantity is a row of yes or null. Features about
 * payment are left out.
 */
export function comparePlans(plans: readonly Pick<Package, 'features'>[]): CompareRow[] {
  const rows = new Map<string, CompareRow>();
  const put = (key: string, label: string, plan: number, value: string) => {
    const row = rows.get(key) ?? { label, cells: plans.map(() => null) };
    if (label.length > row.label.length) row.label = label;
    row.cells[plan] = value;
    rows.set(key, row);
  };
  const rest: { plan: number; feature: string }[] = [];
  plans.forEach(({ features }, plan) => {
    for (const feature of features) {
      if (PAYMENT.test(feature)) continue;
      const parts = split(feature);
      if (parts) put(keyOf(parts.label), capital(parts.label), plan, parts.value);
      else rest.push({ plan, feature });
    }
  });
  for (const { plan, feature } of rest) {
    const known = [...rows].find(([, { label }]) => feature.toLowerCase().startsWith(`${label.toLowerCase()} `));
    if (known) put(known[0], known[1].label, plan, capital(feature.slice(known[1].label.length + 1)));
    else put(keyOf(feature), feature, plan, YES);
  }
  return [...rows.values()];
}
