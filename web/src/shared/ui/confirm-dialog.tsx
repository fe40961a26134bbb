import { AlertDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from './button';
import { useFocusReturn } from './use-focus-return';

interface Props {
  open: boolean;
  onClose: () => void;
  title: string;
  /** What will happen, and to what. */
  children: ReactNode;
  /** The verb on the button: "Delete link". */
  action: string;
  onConfirm: () => void;
  busy?: boolean;
}

/** Asks before something that cannot be undone. Focus starts on Cancel. */
export function ConfirmDialog({ open, onClose, title, children, action, onConfirm, busy }: Props) {
  const focus = useFocusReturn();
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && !busy && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="veil" />
        <AlertDialog.Content {...focus} className="dlg confirm">
          <header>
            <AlertDialog.Title className="text-22">{title}</AlertDialog.Title>
          </header>
          <AlertDialog.Description asChild>
            <div className="body">{children}</div>
          </AlertDialog.Description>
          <footer>
            <AlertDialog.Cancel asChild>
              <Button disabled={busy}>Cancel</Button>
            </AlertDialog.Cancel>
            <Button tone="danger" busy={busy} onClick={onConfirm}>
              {action}
            </Button>
          </footer>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
