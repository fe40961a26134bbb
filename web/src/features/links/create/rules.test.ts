// biome-ignore-all lint/suspicious/noThenProperty: so the API calls what a rule does
import { describe, expect, it } from 'vitest';
import type { Condition } from '@/entities/link/link.types';
import { moved, NEW_RULE, plainRule, ruleFault, ruleOf } from './rule-form';
import { actionWords, conditionWords } from './rule-words';

const germans: Condition = { field: 'country', op: 'in', values: ['DE', 'AT'] };
const desktop: Condition = { field: 'device', op: 'in', values: ['desktop'] };

describe('a rule in words', () => {
  it.each<[Condition, string]>([
    [germans, 'Country is Germany or Austria'],
    [{ all: [germans, { not: desktop }] }, 'Country is Germany or Austria and Device is not desktop'],
    [
      { any: [desktop, { all: [germans, desktop] }] },
      'Device is desktop or (Country is Germany or Austria and Device is desktop)',
    ],
    [{ not: { any: [germans, desktop] } }, 'not (Country is Germany or Austria or Device is desktop)'],
    [{ field: 'language', op: 'in', values: ['pt-BR'] }, 'Language is Brazilian Portuguese'],
    [{ field: 'bot', op: 'in', values: ['true'] }, 'Visitor is a bot'],
    [{ not: { field: 'bot', op: 'in', values: [true] } }, 'Visitor is no bot'],
    [{ field: 'query', op: 'present', name: 'ref' }, 'Query ref is there'],
    [
      { field: 'time', op: 'within', values: [{ days: ['mon', 'tue'], from: '09:00', to: '17:30', timeZone: 'UTC' }] },
      'Hour is within mon tue 09:00–17:30',
    ],
    [{ field: 'country', op: 'in', values: ['no code'] }, 'Country is no code'],
  ])('%o', (condition, words) => expect(conditionWords(condition)).toBe(words));

  it('says what becomes of the visitor', () => {
    expect(actionWords({ redirect: 'https://shop.example/de' })).toBe('shop.example/de');
    expect(actionWords({ block: 451 })).toBe('refused with 451');
    expect(
      actionWords({
        split: [
          { url: 'https://a.example', weight: 30 },
          { url: 'https://b.example', weight: 70 },
        ],
      }),
    ).toBe('30 % a.example, 70 % b.example');
  });
});

describe('the editor’s rule', () => {
  it('comes out as it went in', () => {
    const rule = {
      id: 'rul_1',
      name: 'Germans',
      when: { any: [germans, { not: desktop }] },
      then: { block: 410 as const },
    };
    const plain = plainRule(rule);
    expect(plain).toEqual({
      match: 'any',
      tests: [
        { field: 'country', not: false, values: 'DE, AT' },
        { field: 'device', not: true, values: 'desktop' },
      ],
      action: '410',
      url: '',
    });
    expect(plain && ruleOf(plain, { key: 'rul_1', id: 'rul_1', name: 'Germans' })).toEqual({ key: 'rul_1', ...rule });
  });

  it('leaves alone what it cannot show', () => {
    const then = { redirect: 'https://a.example' };
    expect(plainRule({ when: { all: [{ any: [germans] }] }, then })).toBeNull();
    expect(plainRule({ when: { not: { not: germans } }, then })).toBeNull();
    expect(plainRule({ when: { field: 'query', op: 'present', name: 'a' }, then })).toBeNull();
    expect(plainRule({ when: germans, then: { split: [] } })).toBeNull();
  });

  it('says what is missing', () => {
    const filled = { ...NEW_RULE, tests: [{ field: 'country' as const, not: false, values: 'DE' }] };
    expect(ruleFault(NEW_RULE)).toBe('Say what to compare with in every test.');
    expect(ruleFault(filled)).toBe('Say where these visitors go.');
    expect(ruleFault({ ...filled, url: 'shop.example' })).toBeNull();
    expect(ruleFault({ ...filled, action: '404' })).toBeNull();
  });
});

describe('the order of rules', () => {
  it('moves by one and stops at the ends', () => {
    expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
    expect(moved(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b']);
    expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
    expect(moved(['a', 'b'], 1, 1)).toEqual(['a', 'b']);
  });
});
