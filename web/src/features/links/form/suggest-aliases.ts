const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const RANDOM_LENGTH = 7;
const MAX_SUGGESTIONS = 3;
const MAX_LENGTH = 24;

/** A random 7-character alias without look-alike characters, from a cryptographic source. */
export function randomAlias(): string {
  const picks = crypto.getRandomValues(new Uint32Array(RANDOM_LENGTH));
  return Array.from(picks, (pick) => LETTERS[pick % LETTERS.length]).join('');
}

/** "Linen, spring collection" → "linen-spring-collection". Keeps letters of any script; cuts at 24 characters. */
export function toAlias(text: string): string {
  const words =
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  let alias = '';
  for (const word of words) {
    const longer = alias ? `${alias}-${word}` : word;
    if (longer.length > MAX_LENGTH) break;
    alias = longer;
  }
  return alias;
}

/** Up to 3 readable aliases from the title, the last path segment and the host. */
export function suggestAliases(title: string, url: string): string[] {
  const address = URL.canParse(url) ? new URL(url) : null;
  const path = decoded(address?.pathname.split('/').filter(Boolean).at(-1) ?? '').replace(/\.\w{2,5}$/, '');
  const host =
    address?.hostname
      .replace(/^www\./, '')
      .split('.')
      .at(0) ?? '';
  const candidates = [toAlias(title), toAlias(path), toAlias(`${host} ${path}`), toAlias(host)];
  return [...new Set(candidates)].filter((candidate) => candidate.length > 1).slice(0, MAX_SUGGESTIONS);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
