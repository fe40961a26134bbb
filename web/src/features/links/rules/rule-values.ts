import { COUNTRY_ROWS } from '@/shared/data/countries';
import { t } from '@/shared/i18n/t';
import { closest } from '@/shared/lib/closest';
import { displayNames } from '@/shared/lib/intl';
import { rankOptions } from '@/shared/ui/rank-options';
import { CONDITION_FIELDS, type ConditionField } from './rule-fields';

const languages = displayNames('language');
const regions = displayNames('region');

const COMMON_LANGUAGES =
  // check-texts: not shown
  'ar bg bn ca cs da de el en en-GB en-US es et fa fi fr he hi hr hu id it ja ko lt lv ms nb nl pl pt pt-BR ro ru sk sl sr sv th tr uk vi zh zh-TW';

/** A suggested value with its display name. */
export interface Suggestion {
  value: string;
  label: string;
  /** Further words that find it. */
  keywords?: string;
}

const MAX_SUGGESTIONS = 50;

/** The display name of a value: "DE" → "Germany". Unknown values are returned unchanged. */
export function valueName(field: ConditionField, value: string): string {
  const choice = CONDITION_FIELDS[field].choices?.find(([known]) => known.toLowerCase() === value.toLowerCase());
  if (choice) return choice[1];
  try {
    if (field === 'country') return regions.of(value.toUpperCase()) ?? value;
    if (field === 'language') return languages.of(value) ?? value;
  } catch {
    // Not a valid code.
  }
  return value;
}

/** The values of a field to choose from. */
function valuesOf(field: ConditionField): readonly Suggestion[] {
  if (field === 'country') {
    const countries = COUNTRY_ROWS.map(([value, name]) => ({
      value,
      label: regions.of(value) ?? name,
      keywords: `${value} ${name}`,
    }));
    return [{ value: 'EU', label: t('European Union') }, ...countries];
  }
  if (field === 'language') {
    return COMMON_LANGUAGES.split(' ').map((value) => ({
      value,
      label: languages.of(value) ?? value,
      keywords: value,
    }));
  }
  return (CONDITION_FIELDS[field].suggestions ?? []).map((value) => ({ value, label: value }));
}

/** Common country names that differ from the listed ones. */
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

/** Maps a name or code to its code: "germany" → "DE". Other text is returned unchanged. */
function canonicalValue(field: ConditionField, text: string): string {
  const wanted = text.toLowerCase();
  const known = valuesOf(field).find(
    ({ value, label }) => value.toLowerCase() === wanted || label.toLowerCase() === wanted,
  );
  if (known) return known.value;
  return (field === 'country' && COUNTRY_ALIASES[wanted]) || text;
}

/**
 * The suggestions for typed text, without those in `present`: the value that the text names, then those that match it.
 * Undefined for a field without suggestions.
 */
export function suggestionsFor(
  field: ConditionField,
  typed: string,
  present: readonly string[],
): readonly Suggestion[] | undefined {
  const values = valuesOf(field);
  if (values.length === 0) return undefined;
  const named = canonicalValue(field, typed.trim());
  const matching = rankOptions(values, typed);
  const exact = values.filter(({ value }) => value === named);
  return [...exact, ...matching.filter(({ value }) => value !== named)]
    .filter(({ value }) => !present.includes(value))
    .slice(0, MAX_SUGGESTIONS);
}

/** Parses comma-separated values, without duplicates and without those in `present`. */
export function parseValues(field: ConditionField, text: string, present: readonly string[] = []): string[] {
  const typed = text
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => canonicalValue(field, part));
  const seen = new Set(present.map((value) => value.toLowerCase()));
  return typed.filter((value) => !seen.has(value.toLowerCase()) && seen.add(value.toLowerCase()));
}

/** An error for the first value that is not a country, with a suggestion where possible; null when all are. */
export function unknownCountryError(values: readonly string[]): string | null {
  const countries = valuesOf('country');
  const unknown = values.find((value) => !countries.some((country) => country.value === value.toUpperCase()));
  if (unknown === undefined) return null;
  const near = closest(
    unknown,
    countries.map(({ label }) => label),
  );
  return near
    ? t('“{unknown}” is not a country. Did you mean {near}?', { unknown, near })
    : t('“{unknown}” is not a country. Use its English name or its two-letter code, such as DE.', { unknown });
}
