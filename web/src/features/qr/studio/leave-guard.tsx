import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';

/** Asks before another screen opens while `isDirty` returns true. The browser's own dialog is the form's. */
export function LeaveGuard({ isDirty }: { isDirty: () => boolean }) {
  const { history } = useRouter();
  const [decide, setDecide] = useState<((leave: boolean) => void) | null>(null);

  useEffect(
    () =>
      history.block({
        blockerFn: async ({ currentLocation, nextLocation }) => {
          if (currentLocation.pathname === nextLocation.pathname || !isDirty()) return false;
          const leave = await new Promise<boolean>((resolve) => setDecide(() => resolve));
          setDecide(null);
          return !leave;
        },
        enableBeforeUnload: false,
      }),
    [history, isDirty],
  );

  return (
    <ConfirmDialog
      open={decide !== null}
      onClose={() => decide?.(false)}
      title="Discard your changes?"
      action="Discard changes"
      dismiss="Continue editing"
      onConfirm={() => decide?.(true)}
    >
      <p>The design has changes that are not saved.</p>
    </ConfirmDialog>
  );
}
