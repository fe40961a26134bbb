import type { Billing, Package } from '@/entities/package/package.queries';

const TEXTS: Readonly<Record<string, string>> = {
  FREE: 'Perfect for trying out the product.',
  BASIC: 'Great for individuals and freelancers.',
  PROFESSIONAL: 'Ideal for creators and professionals.',
  BUSINESS: 'Perfect for growing businesses and teams.',
};

const SUFFIX = { monthly: '/mo', yearly: '/year' } as const;

/** What a plan is for. Any name but the four known ones is an enterprise plan. */
export function describePlan(name: string): string {
  return TEXTS[name] ?? 'Tailored solutions for large organizations.';
}

/** Whether a plan is agreed on in person. */
export function isCustomPlan(name: string): boolean {
  return TEXTS[name] === undefined;
}

/** The label of a plan's button. */
export function planAction(name: string): string {
  if (isCustomPlan(name)) return 'Contact Sales';
  return name === 'FREE' ? 'Sign Up' : 'Start Free Trial';
}

/** The price as it was delivered and its period; `Custom`, without a period, for enterprise plans and missing prices. */
export function planPrice(plan: Pick<Package, 'name'> & { price?: string | null }, billing: Billing) {
  const price = plan.price?.trim();
  if (!price || isCustomPlan(plan.name)) return { price: 'Custom', suffix: null };
  return { price, suffix: SUFFIX[billing] };
}
