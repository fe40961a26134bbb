import type { Action, Condition } from '@/entities/link/link.types';
import { formatDateTime, formatPercent } from '@/shared/lib/format';
import { CONDITION_FIELDS, type Hours, type Leaf, operatorLabel } from './rule-fields';
import { valueName } from './rule-values';

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const NO_VALUE = '…';

const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);

/** "Mon–Fri" for consecutive days, "Mon, Wed" for others, empty for every day. */
function formatDays(days: readonly string[]): string {
  const on = DAYS.map((day) => days.some((chosen) => chosen.toLowerCase() === day));
  const names = DAYS.filter((_, at) => on[at]).map(capital);
  if (names.length === 0 || names.length === DAYS.length) return '';
  const inARow = on.lastIndexOf(true) - on.indexOf(true) === names.length - 1;
  return names.length > 2 && inARow ? `${names[0]}–${names.at(-1)}` : names.join(', ');
}

/** "Mon–Fri 09:00–17:30 in Europe/Berlin". */
function formatHours({ days, from, to, timeZone }: Hours): string {
  return [formatDays(days), `${from}–${to}`, `in ${timeZone}`].filter(Boolean).join(' ');
}

function formatValues(leaf: Leaf, zone?: string): string {
  if (leaf.op === 'present' || leaf.op === 'valueless') return '';
  const values = (leaf.values ?? []).map((value) => {
    if (typeof value === 'object') return formatHours(value);
    return leaf.field === 'date' ? formatDateTime(String(value), zone) : valueName(leaf.field, String(value));
  });
  return values.join(' or ') || NO_VALUE;
}

function describeComparison(leaf: Leaf, not: boolean, zone?: string): string {
  if (leaf.field === 'bot')
    return String(leaf.values?.[0]) === String(!not) ? 'Visitor is a bot' : 'Visitor is not a bot';
  const subject =
    leaf.field === 'query' ? `Query parameter ${leaf.name || NO_VALUE}` : CONDITION_FIELDS[leaf.field].label;
  return [subject, operatorLabel(leaf.op, not), formatValues(leaf, zone)].filter(Boolean).join(' ');
}

/** A condition as text: "Country is Germany or Austria and Device is not desktop". Dates are formatted in `zone`. */
export function describeCondition(condition: Condition, zone?: string, not = false): string {
  if ('not' in condition) return describeCondition(condition.not, zone, !not);
  if ('field' in condition) return describeComparison(condition, not, zone);
  const all = 'all' in condition;
  const parts = (all ? condition.all : condition.any).map((part) =>
    'field' in part || 'not' in part ? describeCondition(part, zone) : `(${describeCondition(part, zone)})`,
  );
  const text = parts.join(all ? ' and ' : ' or ');
  return not ? `not (${text})` : text;
}

const BLOCKED: Readonly<Record<404 | 410 | 451, string>> = {
  404: '404 Not found',
  410: '410 Gone',
  451: '451 Unavailable for legal reasons',
};

const short = (url: string) => url.replace(/^https?:\/\//, '') || NO_VALUE;

/** A rule's action as text. */
export function describeAction(action: Action): string {
  if ('redirect' in action) return short(action.redirect);
  if ('block' in action) return BLOCKED[action.block];
  return action.split.map(({ url, weight }) => `${formatPercent(weight)} ${short(url)}`).join(', ');
}
