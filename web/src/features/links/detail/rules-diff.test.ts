// biome-ignore-all lint/suspicious/noThenProperty: `then` is the API's name for a rule's action
import { expect, it } from 'vitest';
import type { RuleInput } from '@/entities/link/link.types';
import { rulesDiff } from './rules-diff';

const rule = (id: string, country: string): RuleInput => ({
  id,
  when: { field: 'country', op: 'in', values: [country] },
  then: { redirect: `https://${country.toLowerCase()}.example` },
});
const summary = (before: RuleInput[], after: RuleInput[]) =>
  rulesDiff(before, after).map(({ key, kind, position }) => `${kind} ${key} ${position}`);

it('classifies rules as added, removed, changed, moved or same', () => {
  const before = [rule('a', 'DE'), rule('b', 'FR'), rule('c', 'IT'), rule('d', 'ES')];
  const after = [rule('d', 'ES'), rule('a', 'DE'), rule('c', 'PT'), rule('e', 'PL')];
  expect(summary(before, after)).toEqual(['moved d 1', 'same a 2', 'changed c 3', 'added e 4', 'removed b 2']);
  expect(rulesDiff(before, after)[2]).toMatchObject({
    before: 'Country is Italy → it.example',
    after: 'Country is Portugal → pt.example',
  });
});

it('reports the smallest number of moved rules', () => {
  const list = [rule('a', 'DE'), rule('b', 'FR'), rule('c', 'IT')];
  expect(summary(list, [list[1], list[2], list[0]] as RuleInput[])).toEqual(['same b 1', 'same c 2', 'moved a 3']);
  expect(summary(list, list)).toEqual(['same a 1', 'same b 2', 'same c 3']);
  expect(summary([], list)).toEqual(['added a 1', 'added b 2', 'added c 3']);
});
