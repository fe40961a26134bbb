import { useRef } from 'react';

/**
 * Returns the focus to the element that had it when a dialog opened, or calls `focusAfter` instead. The primitive would
 * focus its trigger, which these dialogs do not have: state opens them.
 */
export function useFocusReturn(focusAfter?: () => void) {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (focusAfter) focusAfter();
      else if (opener.current instanceof HTMLElement) opener.current.focus();
    },
  };
}
