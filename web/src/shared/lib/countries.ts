import { language, SOURCE_LANGUAGE } from '@/shared/i18n/locale';
import { displayNames } from './intl';

/** A country or territory of the sign-up form. */
export interface Country {
  /** ISO 3166-1, two letters. */
  code: string;
  name: string;
  /** "+" and one to three digits. */
  prefix: string;
}

let loaded: Promise<readonly Country[]> | undefined;

/** The countries with their names in the language of the interface. */
function localized(countries: Country[]): Country[] {
  if (language() === SOURCE_LANGUAGE) return countries;
  const names = displayNames('region');
  return countries
    .map((country) => ({ ...country, name: names.of(country.code) ?? country.name }))
    .sort((a, b) => a.name.localeCompare(b.name, language()));
}

/** The list, sorted by name. It is a chunk of its own, fetched once. */
export function loadCountries(): Promise<readonly Country[]> {
  loaded ??= import('@/shared/data/countries').then(
    ({ COUNTRY_ROWS }) => localized(COUNTRY_ROWS.map(([code, name, prefix]) => ({ code, name, prefix: `+${prefix}` }))),
    (error) => {
      loaded = undefined;
      throw error;
    },
  );
  return loaded;
}

/** The address of a country's flag, 3 by 2. */
export function flagUrl(code: string): string {
  return `/assets/flags/${code.toLowerCase()}.svg`;
}
