import { useState } from 'react';

/** Where the focus was before a dialog that another one replaced. */
let replaced: HTMLElement | null = null;

/** An element that can take the focus: not the body, and still on the page. */
function focusable(element: Element | null): HTMLElement | null {
  return element instanceof HTMLElement && element !== document.body && element.isConnected ? element : null;
}

/** The element that opened what now opens: the focused one, or the button of the menu that contains it. */
function openerOf(focused: Element | null): Element | null {
  const button = focused?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  return button ? document.getElementById(button) : focused;
}

const FIELDS =
  ':is(input, select, textarea, [role=combobox]):not(:disabled, [readonly], [type=hidden], [tabindex="-1"])';

/** Moves the focus to the first field, unless one has it already. Returns whether there is a field. */
export function focusFirstField(container: Element | null): boolean {
  if (container?.querySelector(`${FIELDS}:focus`)) return true;
  const field = container?.querySelector<HTMLElement>(FIELDS);
  field?.focus();
  return field !== null && field !== undefined;
}

/** The handlers of a dialog's panel that move the focus. */
export type DialogFocus = ReturnType<typeof useDialogFocus>;

/**
 * Gives the focus to the first field when a dialog opens, however it was opened, and returns it afterwards to
 * the element that had it, or calls `focusAfter` instead. The primitive would focus its trigger, which these dialogs do
 * not have: state opens them. The focus is never lost: if the element is gone, the main part of the screen takes it, and a
 * dialog that replaces another one returns it to where that was opened.
 */
export function useDialogFocus(open: boolean, focusAfter?: () => void) {
  const [wasOpen, setWasOpen] = useState(false);
  const [opener, setOpener] = useState<Element | null>(null);
  // While rendering: a field of the content may take the focus before any effect.
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) setOpener(openerOf(document.activeElement));
  }
  return {
    onOpenAutoFocus: (event: Event) => {
      const content = event.currentTarget;
      if (content instanceof Element && focusFirstField(content)) event.preventDefault();
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const target = focusable(opener) ?? focusable(replaced);
      const other = document.querySelector('.ui-dialog[data-state="open"]');
      if (other && !other.contains(target)) {
        replaced = target;
        return;
      }
      replaced = null;
      if (focusAfter) focusAfter();
      else (target ?? document.getElementById('main'))?.focus();
    },
  };
}
