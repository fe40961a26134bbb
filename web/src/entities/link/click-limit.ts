import { formatCount, plural } from '@/shared/lib/format';
import type { LinkBase } from './link.types';

/** Why a link has more clicks than its click limit; undefined when it has not. */
export function clickLimitNote({
  clickCount,
  maxClicks,
}: Pick<LinkBase, 'clickCount' | 'maxClicks'>): string | undefined {
  if (!maxClicks || clickCount <= maxClicks) return undefined;
  return (
    `${plural(clickCount, 'click')} with a limit of ${formatCount(maxClicks)}: the limit counts redirects since it was set. ` +
    'Earlier clicks, and clicks on the expired link, count only in the statistics.'
  );
}
