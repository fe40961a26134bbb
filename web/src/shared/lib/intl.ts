import { dateLocale, language } from '@/shared/i18n/locale';
import { numberFormat } from '@/shared/i18n/message';

const dateFormats = new Map<string, Intl.DateTimeFormat>();

/**
 * Returns the date format for `options` in an IANA time zone (the browser's by default). Constructing one takes about a
 * hundred times as long as using it, so each is built once. Throws RangeError for an unknown zone.
 */
export function dateFormat(
  options: Intl.DateTimeFormatOptions,
  timeZone?: string,
  locale = dateLocale(),
): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone ?? ''} ${JSON.stringify(options)}`;
  let format = dateFormats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(locale, { ...options, timeZone });
    dateFormats.set(key, format);
  }
  return format;
}

/** Returns the format of amounts in an ISO 4217 currency. Throws RangeError for an invalid code. */
export function currencyFormat(currency: string): Intl.NumberFormat {
  return numberFormat({ style: 'currency', currency });
}

/** The names of countries (ISO 3166-1) or languages (BCP 47) in the language of the interface. */
export function displayNames(type: 'region' | 'language'): Intl.DisplayNames {
  return new Intl.DisplayNames(language(), { type });
}

/** Writes a list as a sentence does: "a, b and c". */
export function formatList(items: readonly string[], type: 'conjunction' | 'disjunction' = 'conjunction'): string {
  return new Intl.ListFormat(dateLocale(), { type }).format(items);
}
