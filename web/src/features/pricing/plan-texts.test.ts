import { describe, expect, it } from 'vitest';
import { describePlan, planAction, planPrice } from './plan-texts';

describe('plan texts', () => {
  it.each([
    ['FREE', 'Perfect for trying out the product.', 'Sign Up'],
    ['BASIC', 'Great for individuals and freelancers.', 'Start Free Trial'],
    ['PROFESSIONAL', 'Ideal for creators and professionals.', 'Start Free Trial'],
    ['BUSINESS', 'Perfect for growing businesses and teams.', 'Start Free Trial'],
    ['ENTERPRISE', 'Tailored solutions for large organizations.', 'Contact Sales'],
    ['SOMETHING ELSE', 'Tailored solutions for large organizations.', 'Contact Sales'],
  ])('AC-65 to AC-69: %s', (name, text, action) => {
    expect(describePlan(name)).toBe(text);
    expect(planAction(name)).toBe(action);
  });

  it.each([
    ['AC-59, AC-58: as delivered, monthly', { name: 'BASIC', price: '$9' }, 'monthly', { price: '$9', suffix: '/mo' }],
    ['AC-58: yearly', { name: 'BASIC', price: '$90' }, 'yearly', { price: '$90', suffix: '/year' }],
    [
      'AC-60: enterprise with a price',
      { name: 'ENTERPRISE', price: '$999' },
      'monthly',
      { price: 'Custom', suffix: null },
    ],
    [
      'AC-59: an unknown plan with a price, as delivered',
      { name: 'AGENCY', price: '$49' },
      'monthly',
      { price: '$49', suffix: '/mo' },
    ],
    ['AC-61: empty', { name: 'BASIC', price: '' }, 'monthly', { price: 'Custom', suffix: null }],
    ['AC-61: missing', { name: 'BASIC', price: null }, 'yearly', { price: 'Custom', suffix: null }],
  ] as const)('%s', (_, plan, billing, expected) => {
    expect(planPrice(plan, billing)).toEqual(expected);
  });
});
