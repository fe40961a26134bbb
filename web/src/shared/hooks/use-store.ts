import { useSyncExternalStore } from 'react';
import type { Store } from '../lib/store';

/** The value of a store. */
export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get, () => store.initial);
}
