import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { streamState } from '@/shared/api/shared-stream';
import type { StreamState } from '@/shared/api/sse';
import { useStore } from '@/shared/hooks/use-store';
import { ClickFollower } from './click-follower';

let follower: ClickFollower | null = null;
/** How many screens have stopped their figures. */
let pauses = 0;

/** Adds the workspace's clicks to all figures in the cache. The shell calls it, once for all screens. */
export function useFollowedClicks(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const own = new ClickFollower(queries, () => pauses > 0);
    follower = own;
    return () => {
      own.stop();
      if (follower === own) follower = null;
    };
  }, [queries]);
}

/** The state of the stream of clicks. While not `on`, the figures of all screens stand still. */
export function useClickStream(on = true): StreamState | 'off' {
  const state = useStore(streamState);
  useEffect(() => {
    if (on) return undefined;
    pauses += 1;
    return () => {
      pauses -= 1;
      follower?.resume();
    };
  }, [on]);
  return on ? state : 'off';
}
