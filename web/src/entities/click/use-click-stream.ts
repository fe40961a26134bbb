import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { analyticsKeys } from '@/entities/analytics/analytics.queries';
import { followStream, type StreamState } from '@/shared/api/sse';
import { TIMING } from '@/shared/config/timing';
import { applyClicks } from './apply-clicks';
import { clickKeys } from './click.queries';
import type { Click } from './click.types';

/**
 * Follows the clicks of the workspace while the screen is looked at, and lets all figures grow by them, at most twice
 * a second. A page that has been hidden for a minute lets go of its connection and catches up when it is shown again.
 */
export function useClickStream(): StreamState {
  const queries = useQueryClient();
  const [state, setState] = useState<StreamState>('connecting');

  useEffect(() => {
    let cut: AbortController | null = null;
    let connected = false;
    let waiting: Click[] = [];
    let flush: ReturnType<typeof setTimeout> | undefined;
    let rest: ReturnType<typeof setTimeout> | undefined;

    function onClick(click: Click) {
      waiting.push(click);
      flush ??= setTimeout(() => {
        flush = undefined;
        applyClicks(queries, waiting);
        waiting = [];
      }, TIMING.liveFlushMs);
    }

    function onState(next: StreamState) {
      setState(next);
      if (next !== 'live') return;
      // What was clicked between the answer that is shown and this moment came in no event.
      void queries.invalidateQueries({ queryKey: clickKeys.all });
      if (connected) {
        void queries.invalidateQueries({ queryKey: analyticsKeys.all });
        void queries.invalidateQueries({ queryKey: ['dashboard'] });
      }
      connected = true;
    }

    function follow() {
      clearTimeout(rest);
      if (cut || document.hidden) return;
      cut = new AbortController();
      followStream('/clicks/stream', {
        onEvent: ({ event, data }) => event === 'click' && onClick(JSON.parse(data) as Click),
        onState,
        signal: cut.signal,
      }).catch(() => setState('waiting'));
    }

    function onVisibility() {
      if (!document.hidden) return follow();
      rest = setTimeout(() => {
        cut?.abort();
        cut = null;
      }, TIMING.streamHiddenMs);
    }

    follow();
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      clearTimeout(flush);
      clearTimeout(rest);
      cut?.abort();
    };
  }, [queries]);

  return state;
}
