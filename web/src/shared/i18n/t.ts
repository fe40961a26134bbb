import { formatMessage, type Values } from './message';

const translationOf = (key: string): string | undefined => globalThis.linnetCatalogue?.texts[key];

// FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE around a value, whose direction may differ from that of the text.
const isolate = (value: string | number) => (typeof value === 'string' ? `\u2068${value}\u2069` : value);

function isolated(values: Values): Values {
  if (typeof document === 'undefined' || document.documentElement.dir !== 'rtl') return values;
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, isolate(value)]));
}

/**
 * Returns an English text in the language of the interface. The text is the key of the catalogues, so it is a literal:
 * `t('{count, plural, one {# link} other {# links}}', { count })`. The value `context` is for an English text that other
 * languages write in two ways: `t('Open', { context: 'state' })` is "[state] Open" in catalogues. The catalogue is there
 * before any module, so constants may call it.
 */
export function t(text: string, values?: Values): string {
  const pattern = translationOf(values?.context ? `[${values.context}] ${text}` : text) ?? text;
  return values ? formatMessage(pattern, isolated(values)) : pattern;
}

/** The translation of a code of the server's errors, "[code] rate_limited". Codes that need a sentence of their own have none. */
export function textOfCode(code: string): string | undefined {
  return translationOf(`[code] ${code}`);
}
