const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const RANDOM_LENGTH = 7;
const IDEAS = 3;
const MOST = 24;

/** Seven signs without look-alikes, from a cryptographic source. */
export function randomAlias(): string {
  const picks = crypto.getRandomValues(new Uint32Array(RANDOM_LENGTH));
  return Array.from(picks, (pick) => LETTERS[pick % LETTERS.length]).join('');
}

/** "Linen, spring collection" → "linen-spring-collection"; letters of any script stay. */
export function aliasFrom(text: string): string {
  const words =
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  let alias = '';
  for (const word of words) {
    const longer = alias ? `${alias}-${word}` : word;
    if (longer.length > MOST) break;
    alias = longer;
  }
  return alias;
}

/** Readable aliases for a link: from its title, the last part of its path, its host. */
export function aliasIdeas(title: string, url: string): string[] {
  const address = URL.canParse(url) ? new URL(url) : null;
  const path = decoded(address?.pathname.split('/').filter(Boolean).at(-1) ?? '').replace(/\.\w{2,5}$/, '');
  const host =
    address?.hostname
      .replace(/^www\./, '')
      .split('.')
      .at(0) ?? '';
  const ideas = [aliasFrom(title), aliasFrom(path), aliasFrom(`${host} ${path}`), aliasFrom(host)];
  return [...new Set(ideas)].filter((idea) => idea.length > 1).slice(0, IDEAS);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
