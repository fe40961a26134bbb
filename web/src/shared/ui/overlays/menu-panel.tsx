import * as DropdownMenu from '@radix-ui/react-dropdown-menu';
import clsx from 'clsx';
import { type ReactNode, useRef } from 'react';
import { Icon } from '../icon';
import { Kbd } from '../kbd';
import { AdoptedTrigger } from './adopted-trigger';

interface PanelProps {
  open: boolean;
  onClose: () => void;
  id: string;
  /** The button that opened it, and whether a key did. */
  opener: { button: HTMLElement; byKey: boolean } | null;
  /** The id of that button. */
  labelledBy: string;
  align: 'start' | 'end';
  children: ReactNode;
}

/** Returns the landmark around the trigger, so that the menu is part of it; null (the body) inside a dialog. */
function closestLandmark(button: Element | undefined): HTMLElement | null {
  return button?.closest('[role="dialog"]') ? null : (button?.closest<HTMLElement>('main, header, nav, aside') ?? null);
}

/** The panel of a Menu. */
export function MenuPanel({ open, onClose, id, opener, labelledBy, align, children }: PanelProps) {
  // The primitive moves the focus to the first item when it has seen the key that opened the menu. It is rendered after
  // the first one.
  const missedKey = useRef(opener?.byKey);
  return (
    <DropdownMenu.Root modal={false} open={open} onOpenChange={(next) => !next && onClose()}>
      <DropdownMenu.Trigger asChild>
        <AdoptedTrigger element={opener?.button ?? null} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={closestLandmark(opener?.button)}>
        <DropdownMenu.Content
          id={id}
          aria-labelledby={labelledBy}
          className="ui-menu"
          align={align}
          sideOffset={6}
          collisionPadding={8}
          onFocus={({ target, currentTarget }) => {
            if (missedKey.current && target === currentTarget) {
              currentTarget.querySelector<HTMLElement>('[role^=menuitem]:not([data-disabled])')?.focus();
            }
            missedKey.current = false;
          }}
        >
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
  asChild?: boolean;
  children: ReactNode;
}

/** An action in a menu. With `asChild` the child (a link) becomes the item: give it `className="ui-item"`. */
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

interface ChoiceProps {
  /** The shortcut that does the same, as shown in the menu. */
  keys?: string;
  disabled?: boolean;
  children: ReactNode;
}

function ChoiceEnd({ keys }: { keys: string | undefined }) {
  return (
    <span className="ui-end">
      <DropdownMenu.ItemIndicator>
        <Icon name="check" />
      </DropdownMenu.ItemIndicator>
      {keys && <Kbd keys={keys} />}
    </span>
  );
}

export interface RadioGroupProps<T extends string> {
  /** Accessible name of the group. */
  label: string;
  value: T | null;
  onChange: (value: T) => void;
  children: ReactNode;
}

/** A single choice in a menu: its MenuRadioItems expose which one is checked. Selecting an item closes the menu. */
export function MenuRadioGroup<T extends string>({ label, value, onChange, children }: RadioGroupProps<T>) {
  return (
    <DropdownMenu.RadioGroup aria-label={label} value={value ?? ''} onValueChange={(next) => onChange(next as T)}>
      {children}
    </DropdownMenu.RadioGroup>
  );
}

/** An option of a MenuRadioGroup. */
export function MenuRadioItem({ value, keys, disabled, children }: ChoiceProps & { value: string }) {
  return (
    <DropdownMenu.RadioItem className="ui-item" value={value} disabled={disabled}>
      {children}
      <ChoiceEnd keys={keys} />
    </DropdownMenu.RadioItem>
  );
}

/** A setting in a menu that is on or off. The menu stays open, so that several can be changed. */
export function MenuCheckboxItem({
  checked,
  onChange,
  keys,
  disabled,
  children,
}: ChoiceProps & { checked: boolean; onChange: (checked: boolean) => void }) {
  return (
    <DropdownMenu.CheckboxItem
      className="ui-item"
      checked={checked}
      disabled={disabled}
      onSelect={(event) => event.preventDefault()}
      onCheckedChange={onChange}
    >
      {children}
      <ChoiceEnd keys={keys} />
    </DropdownMenu.CheckboxItem>
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
