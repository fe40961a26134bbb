import clsx from 'clsx';
import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { Tooltip } from './tooltip';

interface MenuProps {
  /** The button that opens it. */
  trigger: ReactNode;
  children: ReactNode;
  align?: 'start' | 'end';
  /** What the trigger's tooltip says. */
  tip?: string;
}

/** A menu behind a button: MenuItem, MenuLabel, MenuRule inside. */
export function Menu({ trigger, children, align = 'end', tip }: MenuProps) {
  const button = <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>;
  return (
    <DropdownMenu.Root modal={false}>
      {tip ? <Tooltip text={tip}>{button}</Tooltip> : button}
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align={align} sideOffset={6} collisionPadding={8}>
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
      className={asChild ? undefined : clsx('item', danger && 'danger')}
      disabled={disabled}
      onSelect={onSelect}
    >
      {children}
    </DropdownMenu.Item>
  );
}

/** A heading inside a menu. */
export function MenuLabel({ children }: { children: ReactNode }) {
  return <DropdownMenu.Label className="head">{children}</DropdownMenu.Label>;
}

/** A hairline inside a menu. */
export function MenuRule() {
  return <DropdownMenu.Separator className="sep" />;
}
