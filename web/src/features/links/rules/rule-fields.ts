import type { Condition } from '@/entities/link/link.types';
import { t } from '@/shared/i18n/t';

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
  country: { label: t('Country'), control: 'tokens', example: 'DE, AT' },
  region: { label: t('Region'), control: 'tokens', example: 'US-CA, DE-BY' },
  city: { label: t('City'), control: 'tokens', example: t('Leipzig') },
  continent: {
    label: t('Continent'),
    control: 'choices',
    choices: [
      ['AF', t('Africa')],
      ['AN', t('Antarctica')],
      ['AS', t('Asia')],
      ['EU', t('Europe')],
      ['NA', t('North America')],
      ['OC', t('Oceania')],
      ['SA', t('South America')],
    ],
  },
  language: { label: t('Language'), control: 'tokens', example: 'de, pt-BR' },
  device: {
    label: t('Device'),
    control: 'choices',
    choices: [
      ['desktop', t('desktop')],
      ['mobile', t('mobile')],
      ['tablet', t('tablet')],
    ],
  },
  os: {
    label: t('Operating system'),
    control: 'choices',
    choices: plain('Windows', 'macOS', 'Linux', 'ChromeOS', 'Android', 'iOS'),
  },
  browser: {
    label: t('Browser'),
    control: 'tokens',
    example: 'Safari',
    suggestions: ['Chrome', 'Safari', 'Firefox', 'Edge', 'Opera', 'Samsung Internet', 'DuckDuckGo', 'Brave', 'Vivaldi'],
  },
  inAppBrowser: {
    label: t('In-app browser'),
    control: 'tokens',
    example: t('any, Instagram'),
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
  referrer: { label: t('Referrer'), control: 'tokens', example: 'news.example' },
  query: { label: t('Query parameter'), control: 'tokens', example: t('poster, flyer') },
  ip: { label: t('IP address'), control: 'tokens', example: '203.0.113.0/24, 2001:db8::/32' },
  date: { label: t('Date'), control: 'date' },
  time: { label: t('Time of day'), control: 'hours' },
  visitor: {
    label: t('Visitor'),
    control: 'choices',
    choices: [
      ['new', t('new')],
      ['returning', t('returning')],
    ],
  },
  bot: { label: t('Bot or person'), control: 'bot' },
};

export const FIELD_NAMES = Object.keys(CONDITION_FIELDS) as ConditionField[];

/** An operator or its negation, as one choice. */
interface Operator {
  op: ConditionOperator;
  not: boolean;
  label: string;
}

const OPERATOR_LABELS: Readonly<Record<ConditionOperator, readonly [label: string, negated: string]>> = {
  in: [t('is'), t('is not')],
  present: [t('is present'), t('is missing')],
  valueless: [t('is empty'), t('is not empty')],
  before: [t('is before'), t('is not before')],
  after: [t('is after'), t('is not after')],
  within: [t('is within'), t('is outside')],
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
