import { queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/client';
import type { Click } from './click.types';

/** How many clicks a feed keeps. */
export const FEED_SIZE = 50;

export const clickKeys = {
  all: ['clicks'] as const,
  recent: (linkId: string | undefined) => ['clicks', 'recent', linkId ?? 'all'] as const,
};

/** The last clicks of the workspace, or of one link; newest first. */
export function recentClicks(linkId?: string) {
  return queryOptions({
    queryKey: clickKeys.recent(linkId),
    queryFn: async ({ signal }): Promise<Click[]> => {
      const { data } = await api.GET('/clicks', {
        params: { query: { limit: FEED_SIZE, ...(linkId ? { linkId: [linkId] } : {}) } },
        signal,
      });
      return data?.items ?? [];
    },
  });
}
