import { describe, expect, it } from 'vitest';
import { comparePlans } from './compare-plans';

function plan(name: string, features: string[]) {
  return { id: name, name, price: '$1', features, isMostPopular: false };
}

describe('comparePlans', () => {
  it('puts quantities of one thing on one line, singular or plural', () => {
    const rows = comparePlans([
      plan('FREE', ['100 links', '1 bio page']),
      plan('BASIC', ['1,000 links', '3 bio pages']),
    ]);
    expect(rows).toEqual([
      { label: 'Links', cells: ['100', '1,000'] },
      { label: 'Bio pages', cells: ['1', '3'] },
    ]);
  });

  it('reads spans of time and what has none', () => {
    const rows = comparePlans([
      plan('FREE', ['30 days of statistics']),
      plan('PROFESSIONAL', ['1 year of statistics']),
      plan('ENTERPRISE', ['Unlimited links', 'Statistics kept for good']),
    ]);
    expect(rows).toEqual([
      { label: 'Statistics', cells: ['30 days', '1 year', 'Kept for good'] },
      { label: 'Links', cells: [null, null, 'Unlimited'] },
    ]);
  });

  it('keeps a feature without a quantity as something that a plan has or has not', () => {
    const rows = comparePlans([plan('FREE', ['No credit card needed']), plan('BASIC', [])]);
    expect(rows).toEqual([{ label: 'No credit card needed', cells: ['Yes', null] }]);
  });

  it('makes nothing of nothing', () => {
    expect(comparePlans([])).toEqual([]);
  });
});
