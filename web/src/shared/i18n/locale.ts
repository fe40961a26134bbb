// The one place that says in which language the interface is, and how it writes numbers and dates.

/** What the script of a language (vite.languages.ts) leaves for the modules, which run after it. */
export interface Catalogue {
  /** BCP 47. */
  language: string;
  /** The translations by their English texts. */
  texts: Readonly<Record<string, string>>;
}

declare global {
  var linnetCatalogue: Catalogue | undefined;
}

/** The language of the texts in the source. */
export const SOURCE_LANGUAGE = 'en';

/** The language of the interface (BCP 47), as for Intl.DisplayNames. */
export const language = (): string => globalThis.linnetCatalogue?.language ?? SOURCE_LANGUAGE;

/** The locale of numbers. English ones are American: "12,345.6". */
export const numberLocale = (): string => (language() === SOURCE_LANGUAGE ? 'en-US' : language());

/** The locale of dates and lists. English ones are British: "24 Oct 2026", "a, b and c". */
export const dateLocale = (): string => (language() === SOURCE_LANGUAGE ? 'en-GB' : language());
