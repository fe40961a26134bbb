// biome-ignore-all lint/suspicious/noThenProperty: so the API calls what a rule does
import { describe, expect, it } from 'vitest';
import type { Condition, RuleInput } from '@/entities/link/link.types';
import { actionWords, conditionWords } from './describe-rule';
import { blameRule, checkedRule, isFaulty, moved, newRule, type RuleForm, ruleForm, ruleInput } from './rule-form';
import { everyNode, newGroup, newLeaf, treeOf } from './rule-tree';
import { valuesIn } from './rule-values';
import { addBranch, evenOut, newBranch, newSplit, removeBranch, setWeight, withWeight } from './split';

const germans: Condition = { field: 'country', op: 'in', values: ['DE', 'AT'] };
const desktop: Condition = { field: 'device', op: 'in', values: ['desktop'] };
const hours = (days: string[]): Condition => ({
  field: 'time',
  op: 'within',
  values: [{ days, from: '09:00', to: '17:30', timeZone: 'Europe/Berlin' }],
});

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
    [{ field: 'continent', op: 'in', values: ['eu'] }, 'Continent is Europe'],
    [{ field: 'bot', op: 'in', values: ['true'] }, 'Visitor is a bot'],
    [{ not: { field: 'bot', op: 'in', values: [true] } }, 'Visitor is no bot'],
    [{ field: 'query', op: 'present', name: 'ref' }, 'Query ref is there'],
    [{ not: { field: 'query', op: 'present', name: 'ref' } }, 'Query ref is missing'],
    [hours(['mon', 'tue', 'wed', 'thu', 'fri']), 'Time of day is within Mon–Fri 09:00–17:30 in Europe/Berlin'],
    [hours(['wed', 'mon']), 'Time of day is within Mon, Wed 09:00–17:30 in Europe/Berlin'],
    [{ not: hours([]) }, 'Time of day is outside 09:00–17:30 in Europe/Berlin'],
    [{ field: 'country', op: 'in', values: ['no code'] }, 'Country is no code'],
    [{ field: 'city', op: 'in', values: [] }, 'City is …'],
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
    ).toBe('30% a.example, 70% b.example');
  });
});

describe('the form of a rule', () => {
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
  ])('comes out as it went in: %o', (rule) => expect(ruleInput(ruleForm(rule))).toEqual(rule));

  const faults = (rule: RuleForm) => {
    const checked = checkedRule(rule);
    return [checked, ...everyNode(checked.when)].flatMap((part) => Object.entries(part.faults));
  };
  const about = (leaf: Partial<ReturnType<typeof newLeaf>>): RuleForm => ({
    ...newRule(),
    url: 'https://a.example',
    when: newGroup('all', [{ ...newLeaf(leaf.field), ...leaf }]),
  });

  it.each([
    ['values', about({ field: 'country' }), 'Say what to compare with.'],
    ['name', about({ field: 'query', values: ['a'] }), 'Name the parameter.'],
    ['values', about({ field: 'date' }), 'Choose a day and an hour.'],
    [
      'values',
      about({ field: 'time', hours: { days: [], from: '09:00', to: '09:00', timeZone: 'UTC' } }),
      'The hours begin and end at the same time.',
    ],
    ['url', { ...about({ field: 'visitor', values: ['new'] }), url: ' ' }, 'Say where these visitors go.'],
    [
      'self',
      {
        ...newRule(),
        url: 'a.example',
        when: treeOf({ not: { all: [{ not: { all: [{ not: { all: [desktop] } }] } }] } }),
      },
      'Conditions nest five deep at most. Take a group out.',
    ],
  ])('misses %s', (part, rule, message) => expect(faults(rule)).toEqual([[part, message]]));

  it('misses nothing that an action does not need', () => {
    expect(isFaulty(checkedRule({ ...about({ field: 'bot', values: ['true'] }), action: '404', url: '' }))).toBe(false);
    const split = {
      ...about({ field: 'city', typed: 'Leipzig' }),
      action: 'split' as const,
      split: newSplit('a.example'),
    };
    expect(checkedRule(split).split.map(({ fault }) => fault)).toEqual(['', 'Give the address of this branch.']);
  });

  it('takes the server’s blame to the control', () => {
    const rule = { ...about({ values: ['DE'] }), action: 'split' as const, split: newSplit('https://a.example') };
    expect(blameRule(rule, 'then.split[1].url', 'No host.').split[1]?.fault).toBe('No host.');
    expect(blameRule(rule, 'then.split', 'They add to 99.').faults).toEqual({ then: 'They add to 99.' });
    expect(blameRule(rule, 'then.redirect', 'No scheme.').faults).toEqual({ url: 'No scheme.' });
    expect(blameRule(rule, 'when.values', 'No country.').when.kids[0]?.faults).toEqual({ values: 'No country.' });
  });
});

describe('typed values', () => {
  it.each([
    ['germany, at', 'country', ['DE', 'AT']],
    ['eu;european union', 'country', ['EU']],
    ['Deutsch, german', 'language', ['Deutsch', 'de']],
    [' a , ,b,A', 'city', ['a', 'b']],
  ] as const)('%j of %s', (text, field, values) => expect(valuesIn(field, text)).toEqual(values));
});

describe('the order of rules', () => {
  it.each([
    [0, 1, 'bac'],
    [0, 2, 'bca'],
    [2, 0, 'cab'],
    [1, 9, 'acb'],
    [1, -1, 'bac'],
    [7, 0, 'abc'],
  ])('%i to %i', (from, to, order) => expect(moved([...'abc'], from, to).join('')).toBe(order));
});

describe('the shares of a split', () => {
  const sum = (weights: readonly number[]) => weights.reduce((all, weight) => all + weight, 0);
  const weights = (branches: readonly { weight: number }[]) => branches.map(({ weight }) => weight);

  it.each([
    [[50, 50], 0, 30, [30, 70]],
    [[50, 30, 20], 0, 0, [0, 60, 40]],
    [[100, 0, 0], 0, 1, [1, 50, 49]],
    [[20, 80], 1, 140, [0, 100]],
    [[20, 80], 0, Number.NaN, [0, 100]],
    [[10, 20, 70], 2, 33.4, [22, 45, 33]],
  ])('of %o, number %i at %d', (from, at, wanted, becomes) => expect(withWeight(from, at, wanted)).toEqual(becomes));

  it('add to 100 whatever is done, in whole numbers', () => {
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
    branches = evenOut([...Array(7)].map(() => newBranch()));
    expect(weights(branches)).toEqual([15, 15, 14, 14, 14, 14, 14]);
    check();
  });

  it('are weighed from where they stood when one was taken hold of', () => {
    const branches = [newBranch('', 90), newBranch('', 8), newBranch('', 2)];
    const base = weights(branches);
    const passing = setWeight(branches, base, 0, 5);
    expect(weights(setWeight(passing, base, 0, 50))).toEqual([50, 40, 10]);
  });
});
