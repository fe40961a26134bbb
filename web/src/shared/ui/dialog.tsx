import { type ComponentProps, createElement } from 'react';
import { openOverlays, overlayPart } from './overlay-part';
import type * as Parts from './overlays/dialog-panel';
import { useDialogFocus } from './use-dialog-focus';

const Panel = overlayPart('DialogPanel');

interface Props extends Parts.DialogProps {
  /** Moves the focus once the dialog is closed; by default it returns to where it was. */
  focusAfter?: () => void;
}

/** A dialog: traps focus, returns it, closes on Escape. The only one of the product. */
export function Dialog({ focusAfter, ...props }: Props) {
  const focus = useDialogFocus(props.open, focusAfter);
  return <Panel {...props} focus={focus} />;
}

/** A button that closes the dialog that it is in, under the rules of `onClose`. */
export function DialogClose(props: ComponentProps<typeof Parts.DialogClose>) {
  return createElement(openOverlays().DialogClose, props);
}
