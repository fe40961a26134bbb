import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { insightKeys, type Visit } from '@/entities/bio-page/page-insights.queries';
import { streamState, subscribeToStream } from '@/shared/api/shared-stream';
import type { StreamState } from '@/shared/api/sse';
import { TIMING } from '@/shared/config/timing';
import { useStore } from '@/shared/hooks/use-store';

/** Refetches the statistics of a page while visits arrive, at most once every TIMING.liveHurryMs. */
export function useLiveInsights(pageId: string): StreamState {
  const queries = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refetch = () => {
      timer = undefined;
      void queries.invalidateQueries({ queryKey: insightKeys.page(pageId) });
    };
    const onVisit = (visit: Visit) => {
      if (visit.pageId === pageId) timer ??= setTimeout(refetch, TIMING.liveHurryMs);
    };
    const stops = (['view', 'click', 'block'] as const).map((kind) => subscribeToStream(kind, onVisit));
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [queries, pageId]);
  return useStore(streamState);
}
