import { lazy, Suspense, useSyncExternalStore } from 'react';
import { toastDemand } from './toast';

/** Loads what the first message needs. A page whose forms promise to send nothing does it ahead of them. */
export const loadToaster = () => import('./toaster');

const Toaster = lazy(() => loadToaster().then((module) => ({ default: module.Toaster })));

/** Where the toasts appear. Stands once in the app; the rest is loaded with the first message. */
export function ToastHost() {
  const needed = useSyncExternalStore(toastDemand.subscribe, toastDemand.get, toastDemand.getOnServer);
  if (!needed) return null;
  return (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  );
}
