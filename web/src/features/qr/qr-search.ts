/** What the QR screen shows. It lives in the URL and nowhere else. */
export interface QrSearch {
  q: string;
  /** The create dialog is open. */
  new?: 1;
  /** The link that the create dialog begins with. */
  linkId?: string;
  /** The code whose edit dialog is open. */
  edit?: string;
}

export const qrDefaults = { q: '' };

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** Reads the URL's search and forgives nonsense. By hand, because every page of the dashboard loads this. */
export function parseQrSearch(given: Partial<Record<keyof QrSearch, unknown>>): QrSearch {
  return {
    // A search for figures reaches us as a number.
    q: typeof given.q === 'number' ? String(given.q) : (text(given.q) ?? qrDefaults.q),
    new: given.new === 1 ? 1 : undefined,
    linkId: text(given.linkId),
    edit: text(given.edit),
  };
}
