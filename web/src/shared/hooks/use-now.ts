import { useCallback, useSyncExternalStore } from 'react';

/** The time, in ms, told anew every `step` ms while the component is on the screen. */
export function useNow(step: number): number {
  const subscribe = useCallback(
    (changed: () => void) => {
      const timer = setInterval(changed, step);
      return () => clearInterval(timer);
    },
    [step],
  );
  const read = useCallback(() => Math.floor(Date.now() / step) * step, [step]);
  return useSyncExternalStore(subscribe, read, read);
}
