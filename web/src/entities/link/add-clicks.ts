import type { components } from '@/shared/api/schema';
import type { LinkBase } from './link.types';

type Click = components['schemas']['Click'];

type Clickable = Pick<LinkBase, 'id' | 'clickCount'> & { lastClickedAt?: string | null; spark?: number[] };

/**
 * A link with clicks by people added to its counters; the same object when none is its own. Clicks are oldest first.
 * They count for the last day of `spark`, which is today until the list is refetched after midnight.
 */
export function addClicksToLink<T extends Clickable>(link: T, clicks: readonly Click[]): T {
  const own = clicks.filter((click) => !click.bot && click.linkId === link.id);
  const last = own.at(-1);
  if (!last) return link;
  const spark = link.spark && [...link.spark.slice(0, -1), (link.spark.at(-1) ?? 0) + own.length];
  return { ...link, clickCount: link.clickCount + own.length, lastClickedAt: last.at, ...(spark && { spark }) };
}

/** A list of links with clicks added; the same array when none counts. */
export function addClicksToLinks<T extends Clickable>(links: T[], clicks: readonly Click[]): T[] {
  const next = links.map((link) => addClicksToLink(link, clicks));
  return next.some((link, index) => link !== links[index]) ? next : links;
}
