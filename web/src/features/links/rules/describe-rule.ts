import type { Action, Condition } from '@/entities/link/link.types';
import { formatDateTime, formatPercent } from '@/shared/lib/format';
import { FACTS, type Hours, type Leaf, verbWords } from './rule-fields';
import { valueName } from './rule-values';

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const NO_VALUE = '…';

const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);

/** "Mon–Fri" for days in a row, "Mon, Wed" for others, nothing for all of them. */
function dayWords(days: readonly string[]): string {
  const on = DAYS.map((day) => days.some((chosen) => chosen.toLowerCase() === day));
  const names = DAYS.filter((_, at) => on[at]).map(capital);
  if (names.length === 0 || names.length === DAYS.length) return '';
  const inARow = on.lastIndexOf(true) - on.indexOf(true) === names.length - 1;
  return names.length > 2 && inARow ? `${names[0]}–${names.at(-1)}` : names.join(', ');
}

/** "Mon–Fri 09:00–17:30 in Europe/Berlin". */
function hoursWords({ days, from, to, timeZone }: Hours): string {
  return [dayWords(days), `${from}–${to}`, `in ${timeZone}`].filter(Boolean).join(' ');
}

function valueWords(leaf: Leaf, zone?: string): string {
  if (leaf.op === 'present' || leaf.op === 'valueless') return '';
  const words = (leaf.values ?? []).map((value) => {
    if (typeof value === 'object') return hoursWords(value);
    return leaf.field === 'date' ? formatDateTime(String(value), zone) : valueName(leaf.field, String(value));
  });
  return words.join(' or ') || NO_VALUE;
}

function leafWords(leaf: Leaf, not: boolean, zone?: string): string {
  if (leaf.field === 'bot') return String(leaf.values?.[0]) === String(!not) ? 'Visitor is a bot' : 'Visitor is no bot';
  const subject = leaf.field === 'query' ? `Query ${leaf.name || NO_VALUE}` : FACTS[leaf.field].label;
  return [subject, verbWords(leaf.op, not), valueWords(leaf, zone)].filter(Boolean).join(' ');
}

/** A condition as a sentence: "Country is Germany or Austria and Device is not desktop". Dates are in `zone`. */
export function conditionWords(condition: Condition, zone?: string, not = false): string {
  if ('not' in condition) return conditionWords(condition.not, zone, !not);
  if ('field' in condition) return leafWords(condition, not, zone);
  const all = 'all' in condition;
  const parts = (all ? condition.all : condition.any).map((part) =>
    'field' in part || 'not' in part ? conditionWords(part, zone) : `(${conditionWords(part, zone)})`,
  );
  const words = parts.join(all ? ' and ' : ' or ');
  return not ? `not (${words})` : words;
}

const short = (url: string) => url.replace(/^https?:\/\//, '') || NO_VALUE;

/** What a rule does, for the end of its sentence. */
export function actionWords(action: Action): string {
  if ('redirect' in action) return short(action.redirect);
  if ('block' in action) return `refused with ${action.block}`;
  return action.split.map(({ url, weight }) => `${formatPercent(weight)} ${short(url)}`).join(', ');
}
