// Makes the interface speak the pseudo-language in the texts that the server has for shared reports, and English in others.

import { readFileSync } from 'node:fs';
import { pseudo } from './pseudo';

const FILE = '../internal/core/locale/locales/en.json';
const catalogue: Record<string, string | Record<string, string>> = JSON.parse(readFileSync(FILE, 'utf8'));

/** A text with a number as the server writes it for `t`. */
function inSource(text: string | Record<string, string>): string {
  if (typeof text === 'string') return text;
  const forms = Object.entries(text).map(([form, of]) => `${form} {${of.replaceAll('{n}', '#')}}`);
  return `{count, plural, ${forms.join(' ')}}`;
}

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const texts = [
  'Password',
  ...DAYS.flatMap((day) => [day, `${day}s`, day.slice(0, 3)]),
  ...Object.entries(catalogue).flatMap(([id, text]) => (id.startsWith('shared.') ? [inSource(text)] : [])),
];

globalThis.linnetCatalogue = {
  language: 'en-XA',
  texts: Object.fromEntries(texts.map((text) => [text, pseudo(text)])),
};
