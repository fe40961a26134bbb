import * as Popover from '@radix-ui/react-popover';
import { type ComponentProps, type RefObject, useRef } from 'react';
import { ComboboxList } from './combobox-list';

interface Props extends ComponentProps<typeof ComboboxList> {
  /** For the aria-controls of the button. */
  id: string;
  anchor: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}

/** The open part of a Combobox, below its button. Closing returns the focus to the button, except after a click outside. */
export function ComboboxPanel({ id, anchor, onClose, ...list }: Props) {
  const elsewhere = useRef(false);
  return (
    <Popover.Root open onOpenChange={(next) => !next && onClose()}>
      <Popover.Anchor virtualRef={anchor as RefObject<HTMLButtonElement>} />
      <Popover.Portal>
        <Popover.Content
          id={id}
          className="ui-popover"
          align="start"
          sideOffset={4}
          aria-label={list.label}
          style={{ width: 'max(var(--radix-popper-anchor-width), 260px)' }}
          onInteractOutside={(event) => {
            // The button closes by its own click; closing here would make that click open it again.
            if (anchor.current?.contains(event.target as Node)) event.preventDefault();
            else elsewhere.current = true;
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (!elsewhere.current) anchor.current?.focus();
          }}
        >
          <ComboboxList {...list} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
