// The schemes that the server accepts in addition to web addresses.
const APP_SCHEME = /^(mailto|sms|tel|tg|whatsapp|xmpp|fb|intent|market|itms-apps):/i;
const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
const HOST = /^(localhost|[^\s/:?#@]+\.[^\s/:?#@.]{2,})(:\d+)?([/?#]|$)/i;

/** Adds https:// to text that starts with a host. Other text is returned trimmed; the server validates it. */
export function withScheme(text: string): string {
  const address = text.trim();
  if (HAS_SCHEME.test(address) || APP_SCHEME.test(address)) return address;
  return HOST.test(address) ? `https://${address}` : address;
}

/** Whether pasted text is one web address and nothing else. */
export function isWebAddress(text: string): boolean {
  const address = text.trim();
  return /^https?:\/\/\S+$/i.test(address) && URL.canParse(address);
}

/** A destination without scheme, "www." and a trailing slash after the host. */
export function shortDestination(url: string): string {
  return url.replace(/^https?:\/\/(www\.)?/i, '').replace(/^([^/?#]+)\/$/, '$1');
}

/** A short link as text: host and alias without scheme and percent codes. */
export function shortLinkText({ domain, alias }: { domain: string; alias: string }): string {
  return `${domain}/${alias}`;
}

/** The first letter or digit of a destination's host, in upper case; "?" without one. */
export function destinationLetter(url: string): string {
  const first = [...shortDestination(url)].find((character) => /[\p{L}\p{N}]/u.test(character));
  return (first ?? '?').toUpperCase();
}
