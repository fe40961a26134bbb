/** The state of the QR screen in the URL's search. */
export interface QrSearch {
  q: string;
  /** The create dialog is open. */
  new?: 1;
  /** The id of the link that the create dialog selects initially. */
  linkId?: string;
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** Parses the URL's search; invalid values become defaults. */
export function parseQrSearch(given: Partial<Record<keyof QrSearch, unknown>>): QrSearch {
  return {
    // The router parses numeric values in the URL as numbers.
    q: typeof given.q === 'number' ? String(given.q) : (text(given.q) ?? ''),
    new: given.new === 1 ? 1 : undefined,
    linkId: text(given.linkId),
  };
}
