import clsx from 'clsx';
import { type ComponentProps, type ReactNode, type Ref, useId, useImperativeHandle, useRef, useState } from 'react';
import type { Early } from './combobox-list';
import { Icon } from './icon';
import { lazyPart } from './lazy-part';
import type { ComboOption } from './search-list';

interface Props {
  value: string;
  /** Fetched when the list is opened for the first time. */
  load: () => Promise<readonly ComboOption[]>;
  onChange: (option: ComboOption) => void;
  onBlur?: () => void;
  /** What the closed control shows for the value. */
  shown: ReactNode;
  placeholder: string;
  searchPlaceholder: string;
  emptyText: string;
  listLabel: string;
  ref?: Ref<HTMLButtonElement>;
  id?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
  disabled?: boolean;
}

const NOTHING_EARLY: Early = { text: '', enter: false };

const loadPanel = () => import('./combobox-panel');
const Panel = lazyPart(loadPanel, 'ComboboxPanel');

/** A choice from a long list with a search field. The list and its data are loaded when it is first opened. */
export function Combobox({
  value,
  load,
  onChange,
  onBlur,
  shown,
  placeholder,
  searchPlaceholder,
  emptyText,
  listLabel,
  ref,
  ...trigger
}: Props) {
  const [open, setOpen] = useState(false);
  const panelId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const early = useRef(NOTHING_EARLY);
  useImperativeHandle(ref, () => button.current as HTMLButtonElement, []);
  const prepare = () => {
    // A failure shows when the list is opened.
    Promise.all([loadPanel(), load()]).catch(() => {});
  };
  const close = () => {
    early.current = NOTHING_EARLY;
    setOpen(false);
    onBlur?.();
  };
  return (
    <>
      <ComboButton
        ref={button}
        empty={!value}
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-controls={open ? panelId : undefined}
        data-state={open ? 'open' : 'closed'}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => (open ? close() : setOpen(true))}
        onKeyDown={(event) => {
          // The focus is still here: the panel's code has not arrived.
          if (!open || event.ctrlKey || event.metaKey || event.altKey) return;
          if (event.key === 'Escape') return close();
          const next = withKey(early.current, event.key);
          if (!next) return;
          event.preventDefault();
          early.current = next;
        }}
        {...trigger}
      >
        {value ? shown : placeholder}
      </ComboButton>
      {open && (
        <Panel
          id={panelId}
          anchor={button}
          onClose={close}
          value={value}
          early={early}
          load={load}
          searchPlaceholder={searchPlaceholder}
          emptyText={emptyText}
          label={listLabel}
          onChoose={(option) => {
            onChange(option);
            close();
          }}
        />
      )}
    </>
  );
}

/** The closed control of a choice whose list has a search field. With `empty` it shows a placeholder. */
export function ComboButton({
  empty,
  children,
  'aria-expanded': expanded = false,
  ...button
}: ComponentProps<'button'> & { empty?: boolean }) {
  return (
    <button
      type="button"
      role="combobox"
      aria-expanded={expanded}
      className="ui-input flex items-center gap-2 text-left"
      {...button}
    >
      <span className={clsx('ui-truncate flex flex-1 items-center gap-2', empty && 'ui-muted')}>{children}</span>
      <Icon name="down" />
    </button>
  );
}

/** The typed text after a key; null if the key does not change it. */
function withKey({ text, enter }: Early, key: string): Early | null {
  if (enter) return null;
  if (key === 'Enter') return { text, enter: true };
  if (key === 'Backspace') return { text: text.slice(0, -1), enter };
  return [...key].length === 1 ? { text: text + key, enter } : null;
}
