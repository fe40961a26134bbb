const dateFormats = new Map<string, Intl.DateTimeFormat>();
const currencyFormats = new Map<string, Intl.NumberFormat>();

/**
 * Returns the date format for `options` in an IANA time zone (the browser's by default). Constructing one takes about a
 * hundred times as long as using it, so each is built once. Throws RangeError for an unknown zone.
 */
export function dateFormat(
  options: Intl.DateTimeFormatOptions,
  timeZone?: string,
  locale = 'en-GB',
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
  let format = currencyFormats.get(currency);
  if (!format) {
    format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
    currencyFormats.set(currency, format);
  }
  return format;
}
