import type { Condition } from '@/entities/link/link.types';

export type Leaf = Extract<Condition, { field: string }>;
export type ConditionField = Leaf['field'];
export type ConditionOperator = Leaf['op'];
export type Hours = Extract<NonNullable<Leaf['values']>[number], { days: string[] }>;

/** The control that edits a field's values. */
type Control = 'choices' | 'tokens' | 'bot' | 'date' | 'hours';

interface FieldSpec {
  label: string;
  control: Control;
  choices?: readonly (readonly [value: string, label: string])[];
  /** Suggested while typing; other values are accepted too. */
  suggestions?: readonly string[];
  example?: string;
}

const plain = (...values: string[]) => values.map((value) => [value, value] as const);

/** Every property of a visit that a condition can test, in display order. */
export const CONDITION_FIELDS: Readonly<Record<ConditionField, FieldSpec>> = {
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
    label: 'Operating system',
    control: 'choices',
    choices: plain('Windows', 'macOS', 'Linux', 'ChromeOS', 'Android', 'iOS'),
  },
  browser: {
    label: 'Browser',
    control: 'tokens',
    example: 'Safari',
    suggestions: ['Chrome', 'Safari', 'Firefox', 'Edge', 'Opera', 'Samsung Internet', 'DuckDuckGo', 'Brave', 'Vivaldi'],
  },
  inAppBrowser: {
    label: 'In-app browser',
    control: 'tokens',
    example: 'any, Instagram',
    suggestions: [
      'any',
      'Instagram',
      'Facebook',
      'Messenger',
      'TikTok',
      'LinkedIn',
      'Snapchat',
      'Pinterest',
      'X',
      'WeChat',
    ],
  },
  referrer: { label: 'Referrer', control: 'tokens', example: 'news.example' },
  query: { label: 'Query parameter', control: 'tokens', example: 'poster, flyer' },
  ip: { label: 'IP address', control: 'tokens', example: '203.0.113.0/24, 2001:db8::/32' },
  date: { label: 'Date', control: 'date' },
  time: { label: 'Time of day', control: 'hours' },
  visitor: { label: 'Visitor', control: 'choices', choices: plain('new', 'returning') },
  bot: { label: 'Bot or person', control: 'bot' },
};

export const FIELD_NAMES = Object.keys(CONDITION_FIELDS) as ConditionField[];

/** An operator or its negation, as one choice. */
interface Operator {
  op: ConditionOperator;
  not: boolean;
  label: string;
}

const OPERATOR_LABELS: Readonly<Record<ConditionOperator, readonly [label: string, negated: string]>> = {
  in: ['is', 'is not'],
  present: ['is present', 'is missing'],
  valueless: ['is empty', 'is not empty'],
  before: ['is before', 'is not before'],
  after: ['is after', 'is not after'],
  within: ['is within', 'is outside'],
};

/** The operators a field supports; the first one is the default. */
function operatorNames(field: ConditionField): readonly ConditionOperator[] {
  if (field === 'query') return ['in', 'present', 'valueless'];
  if (field === 'date') return ['before', 'after'];
  return field === 'time' ? ['within'] : ['in'];
}

export const defaultOperator = (field: ConditionField): ConditionOperator => operatorNames(field)[0] ?? 'in';

/** The operators a field supports, each with its negation. */
export function operatorsFor(field: ConditionField): readonly Operator[] {
  return operatorNames(field).flatMap((op) => [false, true].map((not) => ({ op, not, label: operatorLabel(op, not) })));
}

export const operatorLabel = (op: ConditionOperator, not: boolean): string => OPERATOR_LABELS[op][not ? 1 : 0];

/** Whether the operator needs values. */
export const takesValues = (op: ConditionOperator): boolean => op !== 'present' && op !== 'valueless';
