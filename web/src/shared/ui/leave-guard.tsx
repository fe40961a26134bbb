import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { useEventCallback } from '../hooks/use-event-callback';
import { ConfirmDialog } from './confirm-dialog';

interface Props {
  /** Whether another screen may open without a question. It may save changes first. */
  canLeave: () => boolean | Promise<boolean>;
  /** Called when the user chose to leave. */
  onLeave?: () => void;
  title: string;
  /** The button that leaves. */
  action: string;
  /** What is lost. */
  children: ReactNode;
}

/** Asks before another screen opens, unless the editor may be left. The browser's own dialog is the editor's. */
export function LeaveGuard({ canLeave, onLeave, title, action, children }: Props) {
  const { history } = useRouter();
  const [decide, setDecide] = useState<((leave: boolean) => void) | null>(null);
  const mayLeave = useEventCallback(canLeave);

  useEffect(
    () =>
      history.block({
        blockerFn: async ({ currentLocation, nextLocation }) => {
          if (currentLocation.pathname === nextLocation.pathname || (await mayLeave())) return false;
          const leave = await new Promise<boolean>((resolve) => setDecide(() => resolve));
          setDecide(null);
          return !leave;
        },
        enableBeforeUnload: false,
      }),
    [history, mayLeave],
  );

  return (
    <ConfirmDialog
      open={decide !== null}
      onClose={() => decide?.(false)}
      title={title}
      action={action}
      onConfirm={() => {
        onLeave?.();
        decide?.(true);
      }}
    >
      <p>{children}</p>
    </ConfirmDialog>
  );
}
