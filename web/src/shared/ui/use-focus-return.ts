import { useRef } from 'react';

/** Where the focus was before a dialog that another one replaced. */
let replaced: HTMLElement | null = null;

/** An element that can take the focus: not the body, and still on the page. */
function focusable(element: Element | null): HTMLElement | null {
  return element instanceof HTMLElement && element !== document.body && element.isConnected ? element : null;
}

/**
 * Returns the focus to the element that had it when a dialog opened, or calls `focusAfter` instead. The primitive would
 * focus its trigger, which these dialogs do not have: state opens them. The focus is never lost: if the element is gone,
 * the main part of the screen takes it, and a dialog that replaces another one returns it to where that was opened.
 */
export function useFocusReturn(focusAfter?: () => void) {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const target = focusable(opener.current) ?? focusable(replaced);
      const open = document.querySelector('.ui-dialog[data-state="open"]');
      if (open && !open.contains(target)) {
        replaced = target;
        return;
      }
      replaced = null;
      if (focusAfter) focusAfter();
      else (target ?? document.getElementById('main'))?.focus();
    },
  };
}
