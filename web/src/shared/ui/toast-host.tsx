import { lazy, Suspense, useSyncExternalStore } from 'react';
import { toastDemand } from './toast';

const Toaster = lazy(() => import('./toaster').then((module) => ({ default: module.Toaster })));

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
