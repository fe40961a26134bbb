import { shortDestination } from './destination';
import type { Link, LinkSummary } from './link.types';

/** The destination of visitors that match no rule. */
export interface LinkDestination {
  /** The URL to open: the destination, the first variant, or a page that lists the variants. */
  href: string;
  /** The URL that selects the icon's letter and color. */
  iconUrl: string;
  /** The short form of all URLs. */
  text: string;
  /** The full URLs, one per line, with the weight of each variant. */
  details: string;
  /** The number of variants; 0 without a split. */
  variants: number;
}

/** The destination of a link. A split replaces its URL. */
export function linkDestination({ url, split }: Pick<Link, 'url' | 'split'>): LinkDestination {
  const [first] = split ?? [];
  if (!split || !first) return { href: url, iconUrl: url, text: shortDestination(url), details: url, variants: 0 };
  return {
    href: first.url,
    iconUrl: first.url,
    text: split.map((variant) => shortDestination(variant.url)).join(' · '),
    details: split.map((variant) => `${variant.weight}% ${variant.url}`).join('\n'),
    variants: split.length,
  };
}

/** The destination of a link in a list. Long variant URLs are truncated there: `href` is then the link's preview page. */
export function summaryDestination(link: Pick<LinkSummary, 'url' | 'shortUrl' | 'variants'>): LinkDestination {
  const split = link.variants.map(({ address, weight }) => ({ url: address, weight }));
  const destination = linkDestination({ url: link.url, split });
  return destination.href.endsWith('…') ? { ...destination, href: `${link.shortUrl}+` } : destination;
}
