import { cloneElement, type HTMLAttributes, type ReactElement, type SyntheticEvent } from 'react';

type Props = Record<string, unknown>;
type Handler = (event: SyntheticEvent) => void;

/** The button or link of an overlay. It passes the props that it gets to its element. */
export type TriggerElement = ReactElement<object>;

/**
 * Adds the attributes and event handlers of an overlay's trigger to an element. The element's own attributes win, and its
 * own handlers run first: one that prevents the default keeps the event from the overlay.
 */
export function asTrigger(element: TriggerElement, added: HTMLAttributes<HTMLElement> & { 'data-state'?: string }) {
  const props: Props = {};
  for (const [name, value] of Object.entries(added)) {
    const own = (element.props as Props)[name];
    props[name] =
      typeof own === 'function' && typeof value === 'function' ? both(own as Handler, value) : (own ?? value);
  }
  return cloneElement(element, props);
}

function both(first: Handler, second: Handler): Handler {
  return (event) => {
    first(event);
    if (!event.defaultPrevented) second(event);
  };
}
