import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * A function that stays the same while what it does is always the newest: for handlers that are given to many memoised
 * rows, none of which should be drawn anew because of it. It is for events, not for rendering.
 */
export function useStable<Args extends unknown[], Result>(run: (...args: Args) => Result): (...args: Args) => Result {
  const newest = useRef(run);
  useLayoutEffect(() => {
    newest.current = run;
  });
  return useCallback((...args: Args) => newest.current(...args), []);
}
