import type { components } from '@/shared/api/schema';
import type { LinkBase } from './link.types';

type Click = components['schemas']['Click'];

/** A link with clicks by people added to its count; the same object when none is its own. Clicks are oldest first. */
export function addClicksToLink<T extends Pick<LinkBase, 'id' | 'clickCount' | 'lastClickedAt'>>(
  link: T,
  clicks: readonly Click[],
): T {
  const own = clicks.filter((click) => !click.bot && click.linkId === link.id);
  const last = own.at(-1);
  return last ? { ...link, clickCount: link.clickCount + own.length, lastClickedAt: last.at } : link;
}

/** A list of links with clicks added; the same array when none counts. */
export function addClicksToLinks<T extends Pick<LinkBase, 'id' | 'clickCount' | 'lastClickedAt'>>(
  links: T[],
  clicks: readonly Click[],
): T[] {
  const next = links.map((link) => addClicksToLink(link, clicks));
  return next.some((link, index) => link !== links[index]) ? next : links;
}
