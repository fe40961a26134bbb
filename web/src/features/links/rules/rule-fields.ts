import type { Condition } from '@/entities/link/link.types';

export type Leaf = Extract<Condition, { field: string }>;
export type FactField = Leaf['field'];
export type FactOp = Leaf['op'];
export type Hours = Extract<NonNullable<Leaf['values']>[number], { days: string[] }>;

/** How a fact's values are given: picked, typed one after the other, or in fields of their own. */
type Control = 'choices' | 'tokens' | 'bot' | 'date' | 'hours';

interface Fact {
  label: string;
  control: Control;
  choices?: readonly (readonly [value: string, label: string])[];
  /** Offered while one types; others are taken too. */
  ideas?: readonly string[];
  example?: string;
}

const plain = (...values: string[]) => values.map((value) => [value, value] as const);

/** Every fact about a visit that a condition can look at, in the order of the list (spec: product, "A redirect"). */
export const FACTS: Readonly<Record<FactField, Fact>> = {
  country: { label: 'Country', control: 'tokens', example: 'DE, AT' },
  region: { label: 'Region', control: 'tokens', example: 'US-CA, DE-BY' },
  city: { label: 'City', control: 'tokens', example: 'Leipzig' },
  continent: {
    label: 'Continent',
    control: 'choices',
    choices: [
      ['AF', 'Africa'],
      ['AN', 'Antarctica'],
      ['AS', 'Asia'],
      ['EU', 'Europe'],
      ['NA', 'North America'],
      ['OC', 'Oceania'],
      ['SA', 'South America'],
    ],
  },
  language: { label: 'Language', control: 'tokens', example: 'de, pt-BR' },
  device: { label: 'Device', control: 'choices', choices: plain('desktop', 'mobile', 'tablet') },
  os: {
    label: 'System',
    control: 'choices',
    choices: plain('Windows', 'macOS', 'Linux', 'ChromeOS', 'Android', 'iOS'),
  },
  browser: {
    label: 'Browser',
    control: 'tokens',
    example: 'Safari',
    ideas: ['Chrome', 'Safari', 'Firefox', 'Edge', 'Opera', 'Samsung Internet', 'DuckDuckGo', 'Brave', 'Vivaldi'],
  },
  inAppBrowser: {
    label: 'In-app browser',
    control: 'tokens',
    example: 'any, Instagram',
    ideas: ['any', 'Instagram', 'Facebook', 'Messenger', 'TikTok', 'LinkedIn', 'Snapchat', 'Pinterest', 'X', 'WeChat'],
  },
  referrer: { label: 'Referrer', control: 'tokens', example: 'news.example' },
  query: { label: 'Query', control: 'tokens', example: 'poster, flyer' },
  ip: { label: 'Address', control: 'tokens', example: '203.0.113.0/24, 2001:db8::/32' },
  date: { label: 'Date', control: 'date' },
  time: { label: 'Time of day', control: 'hours' },
  visitor: { label: 'Visitor', control: 'choices', choices: plain('new', 'returning') },
  bot: { label: 'Bot or person', control: 'bot' },
};

export const FACT_FIELDS = Object.keys(FACTS) as FactField[];

/** An operator and its denial, as one word between a fact and its values. */
interface Verb {
  op: FactOp;
  not: boolean;
  label: string;
}

const VERBS: Readonly<Record<FactOp, readonly [holds: string, fails: string]>> = {
  in: ['is', 'is not'],
  present: ['is there', 'is missing'],
  valueless: ['has no value', 'is not without a value'],
  before: ['is before', 'is not before'],
  after: ['is after', 'is not after'],
  within: ['is within', 'is outside'],
};

/** The operators that a field takes; the first is a new condition's. */
function opsOf(field: FactField): readonly FactOp[] {
  if (field === 'query') return ['in', 'present', 'valueless'];
  if (field === 'date') return ['before', 'after'];
  return field === 'time' ? ['within'] : ['in'];
}

export const firstOp = (field: FactField): FactOp => opsOf(field)[0] ?? 'in';

/** What can stand between a fact and its values. */
export function verbsOf(field: FactField): readonly Verb[] {
  return opsOf(field).flatMap((op) => [false, true].map((not) => ({ op, not, label: verbWords(op, not) })));
}

export const verbWords = (op: FactOp, not: boolean): string => VERBS[op][not ? 1 : 0];

/** Whether a condition of this operator compares with values at all. */
export const takesValues = (op: FactOp): boolean => op !== 'present' && op !== 'valueless';
