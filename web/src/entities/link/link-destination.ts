import { shortDestination } from './destination';
import type { Link } from './link.types';

/** Where a link sends visitors that no rule matches. */
export interface LinkDestination {
  /** An address to open: the destination, or the split's first variant. */
  href: string;
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
  if (!split || !first) return { href: url, text: shortDestination(url), details: url, variants: 0 };
  return {
    href: first.url,
    text: split.map((variant) => shortDestination(variant.url)).join(' · '),
    details: split.map((variant) => `${variant.weight}% ${variant.url}`).join('\n'),
    variants: split.length,
  };
}
