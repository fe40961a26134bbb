// Makes the interface speak a pseudo-language, in which each text reads "[Ļįñķš]": a visible text without these letters was
// not translated. A test imports this file before the screens, whose modules have constants of texts.

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const MARKED = 'áƀčďéƒğĥíĵķłɱñóƥɋŕšťúṽŵẋýžÁƁČĎÉƑĞĤÍĴĶŁṀÑÓƤɊŔŠŤÚṼŴẊÝŽ';

const PLURAL = /^\{(\w+), plural, (.*)\}$/s;
const FORM = /(=?\w+) \{((?:[^{}]|\{[^{}]*\})*)\}/g;
const PARTS = /\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}|<[^>]*>|[^{<]+/g;

const mark = (text: string) => [...text].map((letter) => MARKED[PLAIN.indexOf(letter)] ?? letter).join('');

function letters(text: string): string {
  return text.replace(PARTS, (part) => {
    const plural = PLURAL.exec(part);
    if (plural)
      return `{${plural[1]}, plural, ${plural[2]?.replace(FORM, (_, name, form) => `${name} {${letters(form)}}`)}}`;
    return part.startsWith('{') || part.startsWith('<') ? part : mark(part);
  });
}

/** A text in the pseudo-language. Placeholders, tags and plural categories stay. */
export const pseudo = (text: string): string => `[${letters(text.replace(/^\[[^\]]+\] /, ''))}]`;

globalThis.linnetCatalogue = {
  language: 'en-XA',
  texts: new Proxy({}, { get: (_, key) => (String(key).startsWith('[code] ') ? undefined : pseudo(String(key))) }),
};

const SPOKEN = ['aria-label', 'aria-description', 'aria-valuetext', 'alt', 'placeholder', 'title'];

/** The texts of the page, visible or for screen readers. */
export function* shownTexts(): Generator<string> {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Text && !node.parentElement?.closest('style, script, kbd')) yield node.data;
    if (node instanceof Element) for (const name of SPOKEN) yield node.getAttribute(name) ?? '';
  }
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The texts of the page with a word that is neither in the pseudo-language nor part of `data`. */
export function untranslated(data: readonly (string | RegExp)[]): string[] {
  const parts = data.map((part) => (typeof part === 'string' ? escaped(part) : part.source));
  const known = new RegExp(parts.join('|'), 'gi');
  const found = [...shownTexts()].filter((text) => /[A-Za-z]{2}/.test(text.replaceAll(known, '')));
  return [...new Set(found)].sort();
}
