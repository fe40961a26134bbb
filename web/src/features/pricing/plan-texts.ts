import type { Billing } from '@/entities/package/package.types';

const TEXTS: Readonly<Record<string, string>> = {
  FREE: 'Perfect for trying out the product.',
  BASIC: 'Great for individuals and freelancers.',
  PROFESSIONAL: 'Ideal for creators and professionals.',
  BUSINESS: 'Perfect for growing businesses and teams.',
};

const SUFFIX = { monthly: '/mo', yearly: '/year' } as const;

/** The description of a plan. A name other than the four known ones is an enterprise plan. */
export function describePlan(name: string): string {
  return TEXTS[name] ?? 'Tailored solutions for large organizations.';
}

/** Whether a plan is sold by the sales team. */
export function isCustomPlan(name: string): boolean {
  return TEXTS[name] === undefined;
}

/** The label of a plan's button. */
export function planAction(name: string): string {
  if (isCustomPlan(name)) return 'Contact Sales';
  return name === 'FREE' ? 'Sign Up' : 'Start Free Trial';
}

/** The price as delivered, and its period; `Custom` without a period for ENTERPRISE and for a missing price. */
export function planPrice(plan: { name: string; price?: string | null }, billing: Billing) {
  const price = plan.price?.trim();
  if (!price || plan.name === 'ENTERPRISE') return { price: 'Custom', suffix: null };
  return { price, suffix: SUFFIX[billing] };
}
