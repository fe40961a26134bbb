import { useSyncExternalStore } from 'react';
import { reauthentication } from '@/shared/api/reauthentication';
import { lazyPart } from '@/shared/ui/lazy-part';

const ReauthenticationDialog = lazyPart(() => import('./reauthentication-dialog'), 'ReauthenticationDialog');

/** Shows the dialog in which the user authenticates again, when a request requires it. */
export function ReauthenticationHost() {
  const open = useSyncExternalStore(reauthentication.subscribe, reauthentication.isOpen, () => false);
  if (!open) return null;
  return <ReauthenticationDialog onClose={() => reauthentication.settle(false)} />;
}
