import { overlayPart } from './overlay-part';
import type { ConfirmProps } from './overlays/confirm-panel';
import { useDialogFocus } from './use-dialog-focus';

const Panel = overlayPart('ConfirmPanel');

interface Props extends ConfirmProps {
  /** Moves the focus once the dialog is closed; by default it returns to where it was. */
  focusAfter?: () => void;
}

/** Confirms an action that is large or cannot be undone. Focus starts on Cancel. */
export function ConfirmDialog({ focusAfter, ...props }: Props) {
  const focus = useDialogFocus(props.open, focusAfter);
  return <Panel {...props} focus={focus} />;
}
