import { SOURCE_LANGUAGE } from './locale';

/** The languages (BCP 47) that the page offers, English first. */
export function offeredLanguages(): readonly string[] {
  const scripts: Record<string, string> = JSON.parse(document.documentElement.dataset.languages ?? '{}');
  return [SOURCE_LANGUAGE, ...Object.keys(scripts)];
}

/** The name of a language in itself: "Deutsch". */
export const languageName = (tag: string): string => new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag;
