import * as DropdownMenu from '@radix-ui/react-dropdown-menu';
import clsx from 'clsx';
import { type ReactNode, useRef, useState } from 'react';
import { Tooltip } from './tooltip';

interface MenuProps {
  /** The button that opens it. */
  trigger: ReactNode;
  children: ReactNode;
  align?: 'start' | 'end';
  /** What the trigger's tooltip says. */
  tip?: string;
}

/** The landmark that the button is in: what opens out of it belongs there too. In a dialog it goes to the body. */
function landmarkOf(button: Element | null): HTMLElement | null {
  return button?.closest('[role="dialog"]') ? null : (button?.closest<HTMLElement>('main, header, nav, aside') ?? null);
}

/** A menu behind a button: MenuItem, MenuLabel, MenuRule inside. */
export function Menu({ trigger, children, align = 'end', tip }: MenuProps) {
  const opener = useRef<HTMLButtonElement>(null);
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const button = (
    <DropdownMenu.Trigger asChild ref={opener}>
      {trigger}
    </DropdownMenu.Trigger>
  );
  return (
    <DropdownMenu.Root modal={false} onOpenChange={(open) => open && setPlace(landmarkOf(opener.current))}>
      {tip ? <Tooltip text={tip}>{button}</Tooltip> : button}
      <DropdownMenu.Portal container={place}>
        <DropdownMenu.Content className="ui-menu" align={align} sideOffset={6} collisionPadding={8}>
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

interface ItemProps {
  onSelect?: () => void;
  danger?: boolean;
  disabled?: boolean;
  /** The child is a link that becomes the item. */
  asChild?: boolean;
  children: ReactNode;
}

/** One entry of a menu. With `asChild` the child (a link) becomes the entry: give that child `className="item"`. */
export function MenuItem({ onSelect, danger, disabled, asChild, children }: ItemProps) {
  return (
    <DropdownMenu.Item
      asChild={asChild}
      className={asChild ? undefined : clsx('ui-item', danger && 'ui-danger')}
      disabled={disabled}
      onSelect={onSelect}
    >
      {children}
    </DropdownMenu.Item>
  );
}

/** A heading inside a menu. */
export function MenuLabel({ children }: { children: ReactNode }) {
  return <DropdownMenu.Label className="ui-head">{children}</DropdownMenu.Label>;
}

/** A hairline inside a menu. */
export function MenuRule() {
  return <DropdownMenu.Separator className="ui-separator" />;
}
