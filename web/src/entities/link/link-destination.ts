import { shortDestination } from './destination';
import type { Link, LinkSummary } from './link.types';

/** Where a link sends visitors that no rule matches. */
export interface LinkDestination {
  /** An address to open: the destination, the split's first variant, or a page that lists the variants. */
  href: string;
  /** The address whose letter and colour stand for the destination. */
  iconUrl: string;
  /** The addresses without their scheme. */
  text: string;
  /** The whole addresses, a line each; of a split with their shares. */
  details: string;
  /** The number of a split's variants; 0 without a split. */
  variants: number;
}

/** What the redirect does: a split replaces the destination. */
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

/** The same from a list's summary, where a long address of a variant is cut: the preview page has it whole. */
export function summaryDestination(link: Pick<LinkSummary, 'url' | 'shortUrl' | 'variants'>): LinkDestination {
  const split = link.variants.map(({ address, weight }) => ({ url: address, weight }));
  const destination = linkDestination({ url: link.url, split });
  return destination.href.endsWith('…') ? { ...destination, href: `${link.shortUrl}+` } : destination;
}
