import { type KeyboardEvent, type Ref, useImperativeHandle } from 'react';

interface Props {
  /** The trigger, which is on the page already. */
  element: HTMLElement | null;
  ref?: Ref<HTMLButtonElement>;
  /** Gets the primitive's handler of keys. */
  keys?: Ref<(event: KeyboardEvent<HTMLElement>) => void>;
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
}

/**
 * Stands for a trigger that was rendered before its primitive was loaded, so that the primitive uses that element: it is
 * the anchor, gets the focus back, and is not outside of the panel. The owner of the element handles its events.
 */
export function AdoptedTrigger({ element, ref, keys, onKeyDown }: Props) {
  useImperativeHandle(ref, () => element as HTMLButtonElement, [element]);
  useImperativeHandle(keys, () => (event: KeyboardEvent<HTMLElement>) => onKeyDown?.(event), [onKeyDown]);
  return null;
}
