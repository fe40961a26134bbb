import { t } from '@/shared/i18n/t';
import type { LinkBase } from './link.types';

/** Why a link has more clicks than its click limit; undefined when it has not. */
export function clickLimitNote({
  clickCount,
  maxClicks,
}: Pick<LinkBase, 'clickCount' | 'maxClicks'>): string | undefined {
  if (!maxClicks || clickCount <= maxClicks) return undefined;
  return t(
    '{count, plural, one {# click} other {# clicks}} with a limit of {limit}: the limit counts redirects since it was set. Earlier clicks, and clicks on the expired link, count only in the statistics.',
    { count: clickCount, limit: maxClicks },
  );
}
