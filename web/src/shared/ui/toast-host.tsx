import { useSyncExternalStore } from 'react';
import { lazyPart } from './lazy-part';
import { toastDemand } from './toast';

/** Loads what the first message needs. The shell does it ahead of them. */
export const loadToaster = () => import('./toaster');

const Toaster = lazyPart(loadToaster, 'Toaster');

/** The container of toasts, rendered once. Its code is loaded with the first toast. */
export function ToastHost() {
  const needed = useSyncExternalStore(toastDemand.subscribe, toastDemand.get, toastDemand.getOnServer);
  if (!needed) return null;
  return <Toaster />;
}
