// biome-ignore-all lint/suspicious/noThenProperty: so the API calls what a rule does
import { withScheme } from '@/entities/link/destination';
import type { Condition, RuleInput } from '@/entities/link/link.types';

/** A rule in the form: `key` tells rules apart before the server has given them ids. */
export type FormRule = RuleInput & { key: string };

export const TEST_FIELDS = [
  { field: 'country', label: 'Country', example: 'DE, AT' },
  { field: 'continent', label: 'Continent', example: 'EU' },
  { field: 'language', label: 'Language', example: 'de' },
  { field: 'device', label: 'Device', example: 'mobile, tablet' },
  { field: 'os', label: 'System', example: 'iOS' },
  { field: 'browser', label: 'Browser', example: 'Safari' },
  { field: 'referrer', label: 'Referrer', example: 'news.example' },
  { field: 'visitor', label: 'Visitor', example: 'new' },
  { field: 'ip', label: 'Address', example: '203.0.113.0/24' },
] as const;

export type TestField = (typeof TEST_FIELDS)[number]['field'];

export interface RuleTest {
  field: TestField;
  not: boolean;
  /** With commas between them, as they are typed. */
  values: string;
}

/** A rule as people mostly write it: some tests, all or any of which must hold, and one thing to do. */
export interface PlainRule {
  match: 'all' | 'any';
  tests: RuleTest[];
  action: 'redirect' | '404' | '410' | '451';
  url: string;
}

export const NEW_RULE: PlainRule = {
  match: 'all',
  tests: [{ field: 'country', not: false, values: '' }],
  action: 'redirect',
  url: '',
};

const isPlainField = (field: string): field is TestField => TEST_FIELDS.some((known) => known.field === field);

function plainTest(condition: Condition, not = false): RuleTest | null {
  if ('not' in condition) return not ? null : plainTest(condition.not, true);
  if (!('field' in condition) || condition.op !== 'in' || !isPlainField(condition.field)) return null;
  return { field: condition.field, not, values: (condition.values ?? []).join(', ') };
}

/** The plain form of a rule, null for one that says more than the form can. */
export function plainRule({ when, then }: RuleInput): PlainRule | null {
  if ('split' in then) return null;
  const match = 'any' in when ? 'any' : 'all';
  const parts = 'any' in when ? when.any : 'all' in when ? when.all : [when];
  const tests = parts.map((part) => plainTest(part)).filter((test) => test !== null);
  if (tests.length !== parts.length) return null;
  const blocks = 'block' in then;
  return {
    match,
    tests,
    action: blocks ? (String(then.block) as PlainRule['action']) : 'redirect',
    url: blocks ? '' : then.redirect,
  };
}

const valuesOf = (test: RuleTest) =>
  test.values
    .split(',')
    .map((value) => value.trim())
    .filter(Boolean);

/** What keeps a plain rule from being one, null when nothing does. */
export function ruleFault(rule: PlainRule): string | null {
  if (rule.tests.some((test) => valuesOf(test).length === 0)) return 'Say what to compare with in every test.';
  if (rule.action === 'redirect' && rule.url.trim() === '') return 'Say where these visitors go.';
  return null;
}

/** The rule that the API takes. */
export function ruleOf(plain: PlainRule, base: { key: string; id?: string | null; name?: string | null }): FormRule {
  const tests = plain.tests.map((test): Condition => {
    const leaf: Condition = { field: test.field, op: 'in', values: valuesOf(test) };
    return test.not ? { not: leaf } : leaf;
  });
  const [first] = tests;
  const when: Condition = tests.length === 1 && first ? first : plain.match === 'any' ? { any: tests } : { all: tests };
  const block = Number(plain.action) as 404 | 410 | 451;
  return { ...base, when, then: plain.action === 'redirect' ? { redirect: withScheme(plain.url) } : { block } };
}

/** The list with one entry moved by a step; unchanged at its ends. */
export function moved<T>(list: readonly T[], from: number, step: 1 | -1): T[] {
  const next = [...list];
  const [entry] = next.splice(from, 1);
  if (entry === undefined || from + step < 0 || from + step > next.length) return [...list];
  next.splice(from + step, 0, entry);
  return next;
}
