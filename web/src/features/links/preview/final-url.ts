import { UTM_FIELDS, UTM_PARAMETERS, type UtmValues } from '@/entities/utm/utm';

export interface UrlPart {
  text: string;
  /** It was added by the form. */
  added: boolean;
}

/**
 * Where a visitor lands: the destination with its campaign parameters, in parts so that what was added can be shown.
 * As on the server, a parameter that the destination has already is replaced in place, the others are appended, and
 * nothing else changes by a byte.
 */
export function finalUrl(url: string, utm: UtmValues): UrlPart[] {
  const [, base = '', query, hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(url) ?? [];
  const wanted = new Map(
    UTM_FIELDS.filter((field) => utm[field].trim()).map((field) => [UTM_PARAMETERS[field], utm[field].trim()]),
  );
  const parts: UrlPart[] = [{ text: base, added: false }];
  let sign = '?';
  const put = (text: string, added: boolean) => {
    parts.push({ text: sign, added: false }, { text, added });
    sign = '&';
  };
  for (const pair of query === undefined ? [] : query.slice(1).split('&')) {
    const name = pair.split('=', 1)[0] ?? '';
    const value = wanted.get(name);
    if (value === undefined) put(pair, false);
    else put(`${name}=${encodeURIComponent(value)}`, true);
    wanted.delete(name);
  }
  for (const [name, value] of wanted) put(`${name}=${encodeURIComponent(value)}`, true);
  if (hash) parts.push({ text: hash, added: false });
  return parts.filter((part) => part.text !== '');
}

const TRACKERS =
  /^(fbclid|gclid|gclsrc|dclid|gbraid|wbraid|msclkid|mc_cid|mc_eid|igshid|yclid|ttclid|twclid|_hsenc|_hsmi|vero_id)$/i;

/** A destination without what advertisers hang on to copied addresses, and how many of those there were. */
export function withoutTrackers(url: string): { url: string; count: number } {
  const [, base = '', query = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(url) ?? [];
  const pairs = query.slice(1).split('&').filter(Boolean);
  const kept = pairs.filter((pair) => !TRACKERS.test(pair.split('=', 1)[0] ?? ''));
  const rest = kept.length > 0 ? `?${kept.join('&')}` : '';
  return { url: pairs.length === kept.length ? url : base + rest + hash, count: pairs.length - kept.length };
}
