// biome-ignore-all lint/suspicious/noThenProperty: `then` is the API's name for a rule's action
import { describe, expect, it } from 'vitest';
import type { Condition, RuleInput } from '@/entities/link/link.types';
import { describeAction, describeCondition } from './describe-rule';
import {
  hasErrors,
  moved,
  newRule,
  type RuleForm,
  setRuleError,
  toRuleForm,
  toRuleInput,
  validateRule,
} from './rule-form';
import { allNodes, newGroup, newLeaf, toTree } from './rule-tree';
import { parseValues } from './rule-values';
import { addBranch, distributeEvenly, newBranch, newSplit, removeBranch, setWeight, withWeight } from './split';

const germans: Condition = { field: 'country', op: 'in', values: ['DE', 'AT'] };
const desktop: Condition = { field: 'device', op: 'in', values: ['desktop'] };
const hours = (days: string[]): Condition => ({
  field: 'time',
  op: 'within',
  values: [{ days, from: '09:00', to: '17:30', timeZone: 'Europe/Berlin' }],
});

describe('describeCondition', () => {
  it.each<[Condition, string]>([
    [germans, 'Country is Germany or Austria'],
    [{ all: [germans, { not: desktop }] }, 'Country is Germany or Austria and Device is not desktop'],
    [
      { any: [desktop, { all: [germans, desktop] }] },
      'Device is desktop or (Country is Germany or Austria and Device is desktop)',
    ],
    [{ not: { any: [germans, desktop] } }, 'not (Country is Germany or Austria or Device is desktop)'],
    [{ field: 'language', op: 'in', values: ['pt-BR'] }, 'Language is Brazilian Portuguese'],
    [{ field: 'continent', op: 'in', values: ['eu'] }, 'Continent is Europe'],
    [{ field: 'bot', op: 'in', values: ['true'] }, 'Visitor is a bot'],
    [{ not: { field: 'bot', op: 'in', values: [true] } }, 'Visitor is not a bot'],
    [{ field: 'query', op: 'present', name: 'ref' }, 'Query parameter ref is present'],
    [{ not: { field: 'query', op: 'present', name: 'ref' } }, 'Query parameter ref is missing'],
    [hours(['mon', 'tue', 'wed', 'thu', 'fri']), 'Time of day is within Mon–Fri 09:00–17:30 in Europe/Berlin'],
    [hours(['wed', 'mon']), 'Time of day is within Mon, Wed 09:00–17:30 in Europe/Berlin'],
    [{ not: hours([]) }, 'Time of day is outside 09:00–17:30 in Europe/Berlin'],
    [{ field: 'country', op: 'in', values: ['no code'] }, 'Country is no code'],
    [{ field: 'city', op: 'in', values: [] }, 'City is …'],
  ])('describes %o', (condition, text) => expect(describeCondition(condition)).toBe(text));
});

describe('describeAction', () => {
  it('describes redirects, blocks and splits', () => {
    expect(describeAction({ redirect: 'https://shop.example/de' })).toBe('shop.example/de');
    expect(describeAction({ block: 451 })).toBe('451 Unavailable for legal reasons');
    expect(
      describeAction({
        split: [
          { url: 'https://a.example', weight: 30 },
          { url: 'https://b.example', weight: 70 },
        ],
      }),
    ).toBe('30% a.example, 70% b.example');
  });
});

describe('rule form', () => {
  it.each<RuleInput>([
    { id: 'rul_1', name: 'Germans', when: { any: [germans, { not: desktop }] }, then: { block: 410 } },
    { when: germans, then: { redirect: 'https://a.example' } },
    {
      id: 'rul_2',
      when: { all: [germans, { any: [desktop, hours(['sun'])] }] },
      then: {
        split: [
          { url: 'https://a.example', weight: 1 },
          { url: 'https://b.example', weight: 99 },
        ],
      },
    },
  ])('converts a rule without loss: %o', (rule) => expect(toRuleInput(toRuleForm(rule))).toEqual(rule));

  const errors = (rule: RuleForm) => {
    const checked = validateRule(rule);
    return [checked, ...allNodes(checked.when)].flatMap((part) => Object.entries(part.errors));
  };
  const about = (leaf: Partial<ReturnType<typeof newLeaf>>): RuleForm => ({
    ...newRule(),
    url: 'https://a.example',
    when: newGroup('all', [{ ...newLeaf(leaf.field), ...leaf }]),
  });

  it.each([
    ['values', about({ field: 'country' }), 'Enter at least one value.'],
    ['values', about({ field: 'country', typed: 'Germnay' }), '“Germnay” is not a country. Did you mean Germany?'],
    ['name', about({ field: 'query', values: ['a'] }), 'Enter the parameter name.'],
    ['values', about({ field: 'date' }), 'Choose a date and time.'],
    [
      'values',
      about({ field: 'time', hours: { days: [], from: '09:00', to: '09:00', timeZone: 'UTC' } }),
      'Start and end time must differ.',
    ],
    ['url', { ...about({ field: 'visitor', values: ['new'] }), url: ' ' }, 'Enter a destination.'],
    [
      'self',
      {
        ...newRule(),
        url: 'a.example',
        when: toTree({ not: { all: [{ not: { all: [{ not: { all: [desktop] } }] } }] } }),
      },
      'Conditions can be nested 5 levels deep. Remove a group.',
    ],
  ])('reports an invalid %s', (part, rule, message) => expect(errors(rule)).toEqual([[part, message]]));

  it('ignores fields that the action does not use', () => {
    expect(hasErrors(validateRule({ ...about({ field: 'bot', values: ['true'] }), action: '404', url: '' }))).toBe(
      false,
    );
    const split = {
      ...about({ field: 'city', typed: 'Leipzig' }),
      action: 'split' as const,
      split: newSplit('a.example'),
    };
    expect(validateRule(split).split.map(({ error }) => error)).toEqual(['', 'Enter a URL for this variant.']);
  });

  it('sets server errors on the part at their path', () => {
    const rule = { ...about({ values: ['DE'] }), action: 'split' as const, split: newSplit('https://a.example') };
    expect(setRuleError(rule, 'then.split[1].url', 'No host.').split[1]?.error).toBe('No host.');
    expect(setRuleError(rule, 'then.split', 'They add to 99.').errors).toEqual({ then: 'They add to 99.' });
    expect(setRuleError(rule, 'then.redirect', 'No scheme.').errors).toEqual({ url: 'No scheme.' });
    expect(setRuleError(rule, 'when.values', 'No country.').when.children[0]?.errors).toEqual({
      values: 'No country.',
    });
  });
});

describe('parseValues', () => {
  it.each([
    ['germany, at', 'country', ['DE', 'AT']],
    ['eu;european union', 'country', ['EU']],
    ['Deutsch, german', 'language', ['Deutsch', 'de']],
    [' a , ,b,A', 'city', ['a', 'b']],
  ] as const)('parses %j as %s values', (text, field, values) => expect(parseValues(field, text)).toEqual(values));
});

describe('moved', () => {
  it.each([
    [0, 1, 'bac'],
    [0, 2, 'bca'],
    [2, 0, 'cab'],
    [1, 9, 'acb'],
    [1, -1, 'bac'],
    [7, 0, 'abc'],
  ])('moves index %i to %i', (from, to, order) => expect(moved([...'abc'], from, to).join('')).toBe(order));
});

describe('split weights', () => {
  const sum = (weights: readonly number[]) => weights.reduce((all, weight) => all + weight, 0);
  const weights = (branches: readonly { weight: number }[]) => branches.map(({ weight }) => weight);

  it.each([
    [[50, 50], 0, 30, [30, 70]],
    [[50, 30, 20], 0, 0, [0, 60, 40]],
    [[100, 0, 0], 0, 1, [1, 50, 49]],
    [[20, 80], 1, 140, [0, 100]],
    [[20, 80], 0, Number.NaN, [0, 100]],
    [[10, 20, 70], 2, 33.4, [22, 45, 33]],
  ])('scales the other weights when one changes: %o, index %i to %d', (from, at, wanted, becomes) =>
    expect(withWeight(from, at, wanted)).toEqual(becomes),
  );

  it('stay whole numbers that add up to 100 after any change', () => {
    let branches = newSplit('https://a.example');
    const check = () => {
      expect(sum(weights(branches))).toBe(100);
      expect(branches.every(({ weight }) => Number.isInteger(weight) && weight >= 0)).toBe(true);
    };
    for (let step = 0; step < 200; step += 1) {
      const at = (step * 7) % branches.length;
      if (branches.length < 10 && step % 5 === 0) branches = addBranch(branches);
      else if (branches.length > 2 && step % 11 === 0) branches = removeBranch(branches, branches[at]?.id ?? '');
      else branches = setWeight(branches, weights(branches), at, (step * 37) % 101);
      check();
    }
    branches = distributeEvenly([...Array(7)].map(() => newBranch()));
    expect(weights(branches)).toEqual([15, 15, 14, 14, 14, 14, 14]);
    check();
  });

  it('scale from the weights at the start of an edit', () => {
    const branches = [newBranch('', 90), newBranch('', 8), newBranch('', 2)];
    const base = weights(branches);
    const passing = setWeight(branches, base, 0, 5);
    expect(weights(setWeight(passing, base, 0, 50))).toEqual([50, 40, 10]);
  });
});
