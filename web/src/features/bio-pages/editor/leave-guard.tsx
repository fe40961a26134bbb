import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { useEditorActions } from './editor-context';

/** Saves pending changes before another screen opens, and asks when that fails. */
export function LeaveGuard() {
  const { history } = useRouter();
  const { flush } = useEditorActions();
  const [decide, setDecide] = useState<((leave: boolean) => void) | null>(null);

  useEffect(
    () =>
      history.block({
        blockerFn: async ({ currentLocation, nextLocation }) => {
          if (currentLocation.pathname === nextLocation.pathname || (await flush()) !== null) return false;
          const leave = await new Promise<boolean>((resolve) => setDecide(() => resolve));
          setDecide(null);
          return !leave;
        },
        // The draft has a guard of its own, which applies only while it is not saved.
        enableBeforeUnload: false,
      }),
    [history, flush],
  );

  return (
    <ConfirmDialog
      open={decide !== null}
      onClose={() => decide?.(false)}
      title="Leave without saving?"
      action="Leave"
      onConfirm={() => decide?.(true)}
    >
      <p>The server does not have your latest changes. This tab stores them until it is closed.</p>
    </ConfirmDialog>
  );
}
