// Titles, meta and link elements, one after the other.
const HOISTED = /^(?:<title>[^<]*<\/title>|<meta [^>]*>|<link [^>]*>)+/;

export interface Markup {
  /** What belongs into the document's head. */
  head: string;
  body: string;
}

/** Splits rendered markup, in which React puts what it hoists first. */
export function splitHoisted(markup: string): Markup {
  const head = HOISTED.exec(markup)?.[0] ?? '';
  return { head, body: markup.slice(head.length) };
}
