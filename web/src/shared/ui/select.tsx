import clsx from 'clsx';
import { type KeyboardEvent, type PointerEvent, type Ref, useId, useRef, useState } from 'react';
import { Icon } from './icon';
import { overlayPart, useOverlayCode } from './overlay-part';
import type { SelectOption } from './overlays/select-panel';

const Panel = overlayPart('SelectPanel');

interface Props<T extends string> {
  value: T;
  options: readonly SelectOption<T>[];
  onChange: (value: T) => void;
  ref?: Ref<HTMLButtonElement>;
  id?: string;
  'aria-label'?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
  disabled?: boolean;
  className?: string;
}

// check-texts: not shown
const OPENING_KEYS = [' ', 'Enter', 'ArrowUp', 'ArrowDown'];

/** A choice from a short list. For a long one use Combobox. */
export function Select<T extends string>({ value, options, onChange, className, ...trigger }: Props<T>) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  const pointerType = useRef('');
  const keys = useRef<(event: KeyboardEvent<HTMLElement>) => void>(null);
  useOverlayCode(opener !== null);

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    pointerType.current = event.pointerType;
    setOpener(event.currentTarget);
    if (event.button !== 0 || event.ctrlKey || event.pointerType !== 'mouse') return;
    // The list takes the focus.
    event.preventDefault();
    setOpen(true);
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (keys.current) return keys.current(event);
    // The code of the list has not arrived.
    const toggles = open ? event.key === 'Escape' : OPENING_KEYS.includes(event.key);
    if (!toggles) return;
    event.preventDefault();
    setOpen(!open);
  }

  return (
    <>
      <button
        type="button"
        role="combobox"
        aria-autocomplete="none"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        data-state={open ? 'open' : 'closed'}
        className={clsx('ui-input', 'flex items-center gap-2 text-left', className)}
        onFocus={(event) => setOpener(event.currentTarget)}
        onPointerDown={onPointerDown}
        onClick={(event) => {
          event.currentTarget.focus();
          // A mouse opened it by its press; touch scrolls until it is released.
          if (pointerType.current !== 'mouse') setOpen(true);
        }}
        onKeyDown={onKeyDown}
        {...trigger}
      >
        <span className="ui-truncate pointer-events-none flex-1">
          {options.find((option) => option.value === value)?.label}
        </span>
        <Icon name="down" />
      </button>
      <Panel
        open={open}
        ready={opener !== null}
        onOpen={() => setOpen(true)}
        onClose={() => setOpen(false)}
        id={id}
        opener={opener}
        keys={keys}
        value={value}
        options={options}
        onChange={(next) => onChange(next as T)}
      />
    </>
  );
}
