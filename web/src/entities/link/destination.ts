// What the server takes beside web addresses (product: "Destination").
const APP_SCHEME = /^(mailto|sms|tel|tg|whatsapp|xmpp|fb|intent|market|itms-apps):/i;
const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
const HOST = /^(localhost|[^\s/:?#@]+\.[^\s/:?#@.]{2,})(:\d+)?([/?#]|$)/i;

/** Puts https:// before what is plainly a host; leaves everything else for the server to judge. */
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

/** A destination as lists show it: without scheme, "www." and a bare slash at the end. */
export function shortDestination(url: string): string {
  return url.replace(/^https?:\/\/(www\.)?/i, '').replace(/^([^/?#]+)\/$/, '$1');
}

/** The letter that stands for a destination: the first of its host. */
export function destinationLetter(url: string): string {
  const first = [...shortDestination(url)].find((sign) => /[\p{L}\p{N}]/u.test(sign));
  return (first ?? '?').toUpperCase();
}
