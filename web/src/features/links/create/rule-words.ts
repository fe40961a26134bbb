import type { Action, Condition } from '@/entities/link/link.types';

type Leaf = Extract<Condition, { field: string }>;

const FIELD: Record<Leaf['field'], string> = {
  country: 'Country',
  region: 'Region',
  city: 'City',
  continent: 'Continent',
  language: 'Language',
  os: 'System',
  device: 'Device',
  browser: 'Browser',
  inAppBrowser: 'In-app browser',
  referrer: 'Referrer',
  query: 'Query',
  ip: 'Address',
  date: 'Time',
  time: 'Hour',
  visitor: 'Visitor',
  bot: 'Bot',
};

const regions = new Intl.DisplayNames('en', { type: 'region' });
const languages = new Intl.DisplayNames('en', { type: 'language' });

/** What a machine's value is called: "DE" is Germany. What has no name stays as it is. */
function valueWords(field: Leaf['field'], value: string): string {
  try {
    if (field === 'country') return regions.of(value.toUpperCase()) ?? value;
    if (field === 'language') return languages.of(value) ?? value;
  } catch {
    // Not a code: shown as it was typed.
  }
  return value;
}

function leafWords(leaf: Leaf, not: boolean): string {
  if (leaf.field === 'bot') return String(leaf.values?.[0]) === String(!not) ? 'Visitor is a bot' : 'Visitor is no bot';
  const subject = leaf.field === 'query' ? `Query ${leaf.name ?? ''}` : FIELD[leaf.field];
  const values = (leaf.values ?? []).map((value) =>
    typeof value === 'object'
      ? `${value.days.join(' ')} ${value.from}–${value.to}`
      : valueWords(leaf.field, String(value)),
  );
  const verb = {
    in: 'is',
    present: 'is there',
    valueless: 'has no value',
    before: 'is before',
    after: 'is after',
    within: 'is within',
  }[leaf.op];
  return [subject, verb, not && 'not', values.join(' or ')].filter(Boolean).join(' ');
}

/** A condition as a sentence: "Country is Germany or Austria and Device is not desktop". */
export function conditionWords(condition: Condition, not = false): string {
  if ('not' in condition) return conditionWords(condition.not, !not);
  if ('field' in condition) return leafWords(condition, not);
  const all = 'all' in condition;
  const parts = (all ? condition.all : condition.any).map((part) =>
    'field' in part || 'not' in part ? conditionWords(part) : `(${conditionWords(part)})`,
  );
  const words = parts.join(all ? ' and ' : ' or ');
  return not ? `not (${words})` : words;
}

/** What a rule does, for the end of its sentence. */
export function actionWords(action: Action): string {
  if ('redirect' in action) return action.redirect.replace(/^https?:\/\//, '');
  if ('block' in action) return `refused with ${action.block}`;
  return action.split.map(({ url, weight }) => `${weight} % ${url.replace(/^https?:\/\//, '')}`).join(', ');
}
