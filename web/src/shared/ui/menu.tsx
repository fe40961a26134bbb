import { type ComponentProps, createElement, type ReactNode, useId, useState } from 'react';
import { asTrigger, type TriggerElement } from './as-trigger';
import { openOverlays, overlayPart } from './overlay-part';
import type * as Parts from './overlays/menu-panel';
import { Tooltip } from './tooltip';

const Panel = overlayPart('MenuPanel');

interface MenuProps {
  /** The button that opens the menu. */
  trigger: TriggerElement;
  children: ReactNode;
  align?: 'start' | 'end';
  /** Tooltip of the trigger. */
  tip?: string;
}

/** A menu behind a button. Its children are menu items, radio groups, labels and rules. */
export function Menu({ trigger, children, align = 'end', tip }: MenuProps) {
  const id = useId();
  const triggerId = (trigger.props as { id?: string }).id ?? `${id}button`;
  const [open, setOpen] = useState(false);
  const [opener, setOpener] = useState<{ button: HTMLElement; byKey: boolean } | null>(null);

  function toggle(button: HTMLElement, byKey: boolean) {
    setOpener({ button, byKey });
    setOpen((now) => !now);
  }

  const button = asTrigger(trigger, {
    id: triggerId,
    'aria-haspopup': 'menu',
    'aria-expanded': open,
    'aria-controls': open ? id : undefined,
    'data-state': open ? 'open' : 'closed',
    onPointerDown: (event) => {
      if (event.button !== 0 || event.ctrlKey) return;
      // The menu takes the focus.
      if (!open) event.preventDefault();
      toggle(event.currentTarget, false);
    },
    onKeyDown: (event) => {
      // Escape is for a menu whose code has not arrived: an open one has the focus.
      const opens = event.key === 'Enter' || event.key === ' ' || (event.key === 'ArrowDown' && !open);
      if (!opens && !(event.key === 'Escape' && open)) return;
      event.preventDefault();
      toggle(event.currentTarget, true);
    },
  });
  return (
    <>
      {tip ? <Tooltip text={tip}>{button}</Tooltip> : button}
      <Panel id={id} open={open} onClose={() => setOpen(false)} opener={opener} labelledBy={triggerId} align={align}>
        {children}
      </Panel>
    </>
  );
}

/** An action in a menu. With `asChild` the child (a link) becomes the item: give it `className="ui-item"`. */
export function MenuItem(props: ComponentProps<typeof Parts.MenuItem>) {
  return createElement(openOverlays().MenuItem, props);
}

/** A single choice in a menu: its MenuRadioItems expose which one is checked. Selecting an item closes the menu. */
export function MenuRadioGroup<T extends string>(props: Parts.RadioGroupProps<T>) {
  return createElement(openOverlays().MenuRadioGroup<T>, props);
}

/** An option of a MenuRadioGroup. */
export function MenuRadioItem(props: ComponentProps<typeof Parts.MenuRadioItem>) {
  return createElement(openOverlays().MenuRadioItem, props);
}

/** A setting in a menu that is on or off. The menu stays open, so that several can be changed. */
export function MenuCheckboxItem(props: ComponentProps<typeof Parts.MenuCheckboxItem>) {
  return createElement(openOverlays().MenuCheckboxItem, props);
}

/** A heading inside a menu. */
export function MenuLabel(props: ComponentProps<typeof Parts.MenuLabel>) {
  return createElement(openOverlays().MenuLabel, props);
}

/** A hairline inside a menu. */
export function MenuRule() {
  return createElement(openOverlays().MenuRule);
}
