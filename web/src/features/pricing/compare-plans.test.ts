import { describe, expect, it } from 'vitest';
import { comparePlans } from './compare-plans';

function plan(name: string, features: string[]) {
  return { id: name, name, price: '$1', features, isMostPopular: false };
}

describe('comparePlans', () => {
  it('puts quantities of one feature in one row, singular or plural', () => {
    const rows = comparePlans([
      plan('FREE', ['100 links', '1 bio page']),
      plan('BASIC', ['1,000 links', '3 bio pages']),
    ]);
    expect(rows).toEqual([
      { label: 'Links', cells: ['100', '1,000'] },
      { label: 'Bio pages', cells: ['1', '3'] },
    ]);
  });

  it('reads periods and unlimited quantities', () => {
    const rows = comparePlans([
      plan('FREE', ['30 days of statistics']),
      plan('PROFESSIONAL', ['1 year of statistics']),
      plan('ENTERPRISE', ['Unlimited links', 'Unlimited statistics']),
    ]);
    expect(rows).toEqual([
      { label: 'Statistics', cells: ['30 days', '1 year', 'Unlimited'] },
      { label: 'Links', cells: [null, null, 'Unlimited'] },
    ]);
  });

  it('shows a feature without a quantity as yes or null', () => {
    const rows = comparePlans([plan('FREE', []), plan('BASIC', ['Priority support'])]);
    expect(rows).toEqual([{ label: 'Priority support', cells: [null, 'Yes'] }]);
  });

  it('leaves out how a plan is paid', () => {
    expect(comparePlans([plan('FREE', ['No credit card needed']), plan('BASIC', [])])).toEqual([]);
  });

  it('returns no rows for no plans', () => {
    expect(comparePlans([])).toEqual([]);
  });
});
