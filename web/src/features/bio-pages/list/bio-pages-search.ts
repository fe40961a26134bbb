/** The state of the list of pages in the URL's search. */
export interface BioPagesSearch {
  /** The create dialog is open. */
  new?: 1;
  /** The id of the page that the create dialog copies. */
  from?: string;
}

/** Parses the URL's search; invalid values are dropped. */
export function parseBioPagesSearch(given: Partial<Record<keyof BioPagesSearch, unknown>>): BioPagesSearch {
  return {
    new: given.new === 1 ? 1 : undefined,
    from: typeof given.from === 'string' && given.from !== '' ? given.from : undefined,
  };
}
