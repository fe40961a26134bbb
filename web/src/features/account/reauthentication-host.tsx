import { lazy, Suspense, useSyncExternalStore } from 'react';
import { reauthentication } from '@/shared/api/reauthentication';

const ReauthenticationDialog = lazy(() =>
  import('./reauthentication-dialog').then((module) => ({ default: module.ReauthenticationDialog })),
);

/** Shows the dialog in which the user authenticates again, when a request requires it. */
export function ReauthenticationHost() {
  const open = useSyncExternalStore(reauthentication.subscribe, reauthentication.isOpen, () => false);
  return <Suspense fallback={null}>{open && <ReauthenticationDialog />}</Suspense>;
}
