import { useQuery } from '@tanstack/react-query';
import { clicksInLastMinute, type FeedScope } from '@/entities/click/click.queries';
import { type Click, FEED_SIZE } from '@/entities/click/click.types';
import { formatCount } from '@/shared/lib/format';

const MINUTE = 60_000;
const REFETCH_MS = 3_000;

/**
 * How many clicks came in the last minute. The feed has them all until it is full; then the server counts them, and
 * until it has answered the figure is "50+".
 */
export function useLastMinute(scope: FeedScope, feed: readonly Click[], now: number): string {
  const own = feed.filter((click) => now - Date.parse(click.at) < MINUTE).length;
  const full = own >= FEED_SIZE;
  const { data } = useQuery({ ...clicksInLastMinute(scope), enabled: full, refetchInterval: REFETCH_MS, gcTime: 0 });
  if (!full) return String(own);
  return data === undefined || data < own ? `${own}+` : formatCount(data);
}
