import type { components } from '@/shared/api/schema';

/** A language (BCP 47) in which the server has the pages that visitors see. */
export type VisitorLanguage = NonNullable<components['schemas']['Domain']['language']>;

const TAGS: Readonly<Record<VisitorLanguage, true>> = {
  ar: true,
  de: true,
  en: true,
  es: true,
  fr: true,
  he: true,
  hi: true,
  id: true,
  it: true,
  ja: true,
  ko: true,
  nl: true,
  pl: true,
  pt: true,
  ru: true,
  tr: true,
  uk: true,
  'zh-Hans': true,
  'zh-Hant': true,
};

/** The languages that a domain or a bio page can have, by their tags. */
export const VISITOR_LANGUAGES = Object.keys(TAGS) as VisitorLanguage[];
