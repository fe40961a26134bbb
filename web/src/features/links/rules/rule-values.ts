import { COUNTRY_ROWS } from '@/shared/data/countries';
import { closest } from '@/shared/lib/closest';
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

/** Other names of countries that people type. */
const COUNTRY_ALIASES: Readonly<Record<string, string>> = {
  usa: 'US',
  'united states of america': 'US',
  america: 'US',
  uk: 'GB',
  britain: 'GB',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  holland: 'NL',
  'czech republic': 'CZ',
  uae: 'AE',
  deutschland: 'DE',
  turkey: 'TR',
  burma: 'MM',
  korea: 'KR',
  macedonia: 'MK',
};

/** The value that was meant: a name that people use becomes the machine's ("germany" is DE). */
function meant(field: FactField, text: string): string {
  const wanted = text.toLowerCase();
  const known = ideasOf(field).find(
    ({ value, label }) => value.toLowerCase() === wanted || label.toLowerCase() === wanted,
  );
  if (known) return known.value;
  return (field === 'country' && COUNTRY_ALIASES[wanted]) || text;
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

/** Says which of the values are no countries, and what may have been meant; null when all are fine. */
export function countryFault(values: readonly string[]): string | null {
  const countries = ideasOf('country');
  const unknown = values.find((value) => !countries.some((country) => country.value === value));
  if (unknown === undefined) return null;
  const near = closest(
    unknown,
    countries.map(({ label }) => label),
  );
  return near
    ? `“${unknown}” is not a country. Did you mean ${near}?`
    : `“${unknown}” is not a country. Use its English name or its two-letter code, such as DE.`;
}
