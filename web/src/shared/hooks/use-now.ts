import { useCallback, useSyncExternalStore } from 'react';

/** Returns the current time in ms, rounded down to `step` ms, and re-renders once per step while mounted. */
export function useNow(step: number): number {
  const subscribe = useCallback(
    (onTick: () => void) => {
      const timer = setInterval(onTick, step);
      return () => clearInterval(timer);
    },
    [step],
  );
  const read = useCallback(() => Math.floor(Date.now() / step) * step, [step]);
  return useSyncExternalStore(subscribe, read, read);
}
