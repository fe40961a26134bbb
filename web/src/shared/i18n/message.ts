import { language, numberLocale } from './locale';

/** The values of a text's placeholders. A number is written as the language does. */
export type Values = Readonly<Record<string, string | number>>;

const numbers = new Map<string, Intl.NumberFormat>();
const rules = new Map<string, Intl.PluralRules>();

function once<T>(made: Map<string, T>, key: string, make: () => T): T {
  const found = made.get(key) ?? make();
  made.set(key, found);
  return found;
}

/** Returns the format of numbers for `options`. Constructing one takes about a hundred times as long as using it. */
export function numberFormat(options?: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${numberLocale()} ${options ? JSON.stringify(options) : ''}`;
  return once(numbers, key, () => new Intl.NumberFormat(numberLocale(), options));
}

const pluralOf = (count: number) => once(rules, language(), () => new Intl.PluralRules(language())).select(count);

/** The index of the brace that closes the one at `open`. */
function closing(pattern: string, open: number): number {
  let depth = 0;
  for (let at = open; at < pattern.length; at++) {
    if (pattern[at] === '{') depth++;
    else if (pattern[at] === '}' && --depth === 0) return at;
  }
  throw new Error(`A brace is not closed in "${pattern}".`);
}

/** The form of a plural for a count: `=0 {none} one {# link} other {# links}`. */
function form(forms: string, count: number): string {
  const found = new Map<string, string>();
  for (let at = 0; ; ) {
    const open = forms.indexOf('{', at);
    if (open < 0) break;
    const close = closing(forms, open);
    found.set(forms.slice(at, open).trim(), forms.slice(open + 1, close));
    at = close + 1;
  }
  return found.get(`=${count}`) ?? found.get(pluralOf(count)) ?? found.get('other') ?? '';
}

const shown = (value: string | number) => (typeof value === 'number' ? numberFormat().format(value) : value);

/**
 * Replaces the placeholders of a text: `{name}` by a value, `{count, plural, one {# link} other {# links}}` by the form for
 * the count, in which `#` is the number. A placeholder without a value stays as it is.
 */
export function formatMessage(pattern: string, values: Values, count?: number): string {
  let text = '';
  for (let at = 0; at < pattern.length; at++) {
    const sign = pattern.charAt(at);
    if (sign === '#' && count !== undefined) text += shown(count);
    else if (sign !== '{') text += sign;
    else {
      const close = closing(pattern, at);
      const [name = '', kind, ...forms] = pattern.slice(at + 1, close).split(',');
      const value = values[name];
      if (value === undefined) text += pattern.slice(at, close + 1);
      else if (kind) text += formatMessage(form(forms.join(','), Number(value)), values, Number(value));
      else text += shown(value);
      at = close;
    }
  }
  return text;
}
