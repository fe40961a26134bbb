import { UTM_FIELDS, UTM_PARAMETERS, type UtmValues } from '@/entities/utm/utm';

export interface UrlPart {
  text: string;
  /** The form added it. */
  added: boolean;
}

/**
 * The destination with its campaign parameters, in parts so that additions can be highlighted. As on the server,
 * parameters already in the destination are replaced in place, others are appended, and all other bytes are unchanged.
 */
export function finalUrl(url: string, utm: UtmValues): UrlPart[] {
  const [, base = '', query, hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(url) ?? [];
  const wanted = new Map(
    UTM_FIELDS.filter((field) => utm[field].trim()).map((field) => [UTM_PARAMETERS[field], utm[field].trim()]),
  );
  const parts: UrlPart[] = [{ text: base, added: false }];
  let separator = '?';
  const append = (text: string, added: boolean) => {
    parts.push({ text: separator, added: false }, { text, added });
    separator = '&';
  };
  for (const pair of query === undefined ? [] : query.slice(1).split('&')) {
    const name = pair.split('=', 1)[0] ?? '';
    const value = wanted.get(name);
    if (value === undefined) append(pair, false);
    else append(`${name}=${encodeURIComponent(value)}`, true);
    wanted.delete(name);
  }
  for (const [name, value] of wanted) append(`${name}=${encodeURIComponent(value)}`, true);
  if (hash) parts.push({ text: hash, added: false });
  return parts.filter((part) => part.text !== '');
}

const TRACKERS =
  /^(fbclid|gclid|gclsrc|dclid|gbraid|wbraid|msclkid|mc_cid|mc_eid|igshid|yclid|ttclid|twclid|_hsenc|_hsmi|vero_id)$/i;

/** The URL without advertising click ids, and how many were removed. */
export function stripTrackers(url: string): { url: string; count: number } {
  const [, base = '', query = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(url) ?? [];
  const pairs = query.slice(1).split('&').filter(Boolean);
  const remaining = pairs.filter((pair) => !TRACKERS.test(pair.split('=', 1)[0] ?? ''));
  const count = pairs.length - remaining.length;
  const cleanQuery = remaining.length > 0 ? `?${remaining.join('&')}` : '';
  return { url: count === 0 ? url : base + cleanQuery + hash, count };
}
