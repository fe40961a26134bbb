import { COUNTRY_ROWS } from '@/shared/data/countries';
import { FACTS, type FactField } from './rule-fields';

const languages = new Intl.DisplayNames('en', { type: 'language' });
const regions = new Intl.DisplayNames('en', { type: 'region' });

const COMMON_LANGUAGES =
  'ar bg bn ca cs da de el en en-GB en-US es et fa fi fr he hi hr hu id it ja ko lt lv ms nb nl pl pt pt-BR ro ru sk sl sr sv th tr uk vi zh zh-TW';

/** A value that can be picked, with what people call it. */
export interface Idea {
  value: string;
  label: string;
}

/** What a machine's value is called: "DE" is Germany. What has no name stays as it is. */
export function valueName(field: FactField, value: string): string {
  const choice = FACTS[field].choices?.find(([known]) => known.toLowerCase() === value.toLowerCase());
  if (choice) return choice[1];
  try {
    if (field === 'country') return regions.of(value.toUpperCase()) ?? value;
    if (field === 'language') return languages.of(value) ?? value;
  } catch {
    // Not a code: shown as it was typed.
  }
  return value;
}

/** What can be offered while somebody types values of a field. */
export function ideasOf(field: FactField): readonly Idea[] {
  if (field === 'country') {
    const countries = COUNTRY_ROWS.map(([value, label]) => ({ value, label }));
    return [{ value: 'EU', label: 'European Union' }, ...countries];
  }
  if (field === 'language') {
    return COMMON_LANGUAGES.split(' ').map((value) => ({ value, label: languages.of(value) ?? value }));
  }
  return (FACTS[field].ideas ?? []).map((value) => ({ value, label: value }));
}

/** The value that was meant: a name that people use becomes the machine's ("germany" is DE). */
function meant(field: FactField, text: string): string {
  const wanted = text.toLowerCase();
  const known = ideasOf(field).find(
    ({ value, label }) => value.toLowerCase() === wanted || label.toLowerCase() === wanted,
  );
  return known?.value ?? text;
}

/** The values in a typed text, with commas between them; without those that are there already. */
export function valuesIn(field: FactField, text: string, present: readonly string[] = []): string[] {
  const typed = text
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => meant(field, part));
  const seen = new Set(present.map((value) => value.toLowerCase()));
  return typed.filter((value) => !seen.has(value.toLowerCase()) && seen.add(value.toLowerCase()));
}
