import { useRef } from 'react';

/**
 * Gives the focus back to where it was when a dialog opened. The primitive would give it to its own trigger, which
 * ours does not have: dialogs here are opened by state.
 */
export function useFocusReturn() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (opener.current instanceof HTMLElement) opener.current.focus();
    },
  };
}
