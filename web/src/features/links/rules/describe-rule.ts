import type { Action, Condition } from '@/entities/link/link.types';
import { WEEKDAYS } from '@/shared/charts/heat-totals';
import { t } from '@/shared/i18n/t';
import { formatDateTime, formatPercent } from '@/shared/lib/format';
import { CONDITION_FIELDS, type Hours, type Leaf } from './rule-fields';
import { valueName } from './rule-values';

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const NO_VALUE = '…';

/** "Mon–Fri" for consecutive days, "Mon, Wed" for others, empty for every day. */
function formatDays(days: readonly string[]): string {
  const on = DAYS.map((day) => days.some((chosen) => chosen.toLowerCase() === day));
  const names = WEEKDAYS.filter((_, at) => on[at]);
  if (names.length === 0 || names.length === DAYS.length) return '';
  const inARow = on.lastIndexOf(true) - on.indexOf(true) === names.length - 1;
  return names.length > 2 && inARow ? `${names[0]}–${names.at(-1)}` : names.join(', ');
}

/** "Mon–Fri 09:00–17:30 in Europe/Berlin". */
function formatHours({ days, from, to, timeZone: zone }: Hours): string {
  const hours = `${from}–${to}`;
  const named = formatDays(days);
  return named ? t('{days} {hours} in {zone}', { days: named, hours, zone }) : t('{hours} in {zone}', { hours, zone });
}

function formatValues(leaf: Leaf, zone?: string): string {
  const values = (leaf.values ?? []).map((value) => {
    if (typeof value === 'object') return formatHours(value);
    return leaf.field === 'date' ? formatDateTime(String(value), zone) : valueName(leaf.field, String(value));
  });
  const [first, ...rest] = values;
  return rest.reduce((before, value) => t('{before} or {value}', { before, value }), first ?? '') || NO_VALUE;
}

type Write = (values: { field: string; values: string }) => string;

const COMPARISONS: Readonly<Record<Leaf['op'], readonly [plain: Write, negated: Write]>> = {
  in: [(values) => t('{field} is {values}', values), (values) => t('{field} is not {values}', values)],
  present: [({ field }) => t('{field} is present', { field }), ({ field }) => t('{field} is missing', { field })],
  valueless: [({ field }) => t('{field} is empty', { field }), ({ field }) => t('{field} is not empty', { field })],
  before: [
    (values) => t('{field} is before {values}', values),
    (values) => t('{field} is not before {values}', values),
  ],
  after: [(values) => t('{field} is after {values}', values), (values) => t('{field} is not after {values}', values)],
  within: [(values) => t('{field} is within {values}', values), (values) => t('{field} is outside {values}', values)],
};

function describeComparison(leaf: Leaf, not: boolean, zone?: string): string {
  if (leaf.field === 'bot')
    return String(leaf.values?.[0]) === String(!not) ? t('Visitor is a bot') : t('Visitor is not a bot');
  const field =
    leaf.field === 'query'
      ? t('Query parameter {name}', { name: leaf.name || NO_VALUE })
      : CONDITION_FIELDS[leaf.field].label;
  return COMPARISONS[leaf.op][not ? 1 : 0]({ field, values: formatValues(leaf, zone) });
}

/** A condition as text: "Country is Germany or Austria and Device is not desktop". Dates are formatted in `zone`. */
export function describeCondition(condition: Condition, zone?: string, not = false): string {
  if ('field' in condition) return describeComparison(condition, not, zone);
  if (condition.not) return describeCondition(condition.not, zone, !not);
  const all = condition.all !== undefined;
  const [first = '', ...rest] = (condition.all ?? condition.any ?? []).map((part) =>
    'field' in part || 'not' in part ? describeCondition(part, zone) : `(${describeCondition(part, zone)})`,
  );
  const text = rest.reduce(
    (before, value) =>
      all ? t('{before} and {value}', { before, value }) : t('{before} or {value}', { before, value }),
    first,
  );
  return not ? t('not ({condition})', { condition: text }) : text;
}

const BLOCKED: Readonly<Record<404 | 410 | 451, string>> = {
  404: t('404 Not found'),
  410: t('410 Gone'),
  451: t('451 Unavailable for legal reasons'),
};

const short = (url: string) => url.replace(/^https?:\/\//, '') || NO_VALUE;

/** A rule's action as text. */
export function describeAction(action: Action): string {
  if ('redirect' in action) return short(action.redirect);
  if ('block' in action) return BLOCKED[action.block];
  return action.split.map(({ url, weight }) => `${formatPercent(weight)} ${short(url)}`).join(', ');
}
