import clsx from 'clsx';
import { Popover } from 'radix-ui';
import { lazy, type ReactNode, type Ref, Suspense, useState } from 'react';
import { Icon } from './icon';

export interface ComboOption {
  value: string;
  label: string;
  /** Further words that find it. */
  keywords?: string;
  before?: ReactNode;
  after?: ReactNode;
}

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

const List = lazy(() => import('./combobox-list').then((module) => ({ default: module.ComboboxList })));

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
  ...trigger
}: Props) {
  const [open, setOpen] = useState(false);
  const change = (next: boolean) => {
    setOpen(next);
    if (!next) onBlur?.();
  };
  return (
    <Popover.Root open={open} onOpenChange={change}>
      <Popover.Trigger
        type="button"
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={open}
        className={clsx('input', 'flex items-center gap-2 text-left')}
        {...trigger}
      >
        <span className={clsx('cut flex flex-1 items-center gap-2', !value && 'muted')}>
          {value ? shown : placeholder}
        </span>
        <Icon name="down" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className="pop"
          align="start"
          sideOffset={4}
          style={{ width: 'max(var(--radix-popover-trigger-width), 260px)' }}
        >
          <Suspense fallback={<p className="muted p-3">Loading...</p>}>
            <List
              value={value}
              load={load}
              searchPlaceholder={searchPlaceholder}
              emptyText={emptyText}
              label={listLabel}
              onChoose={(option) => {
                onChange(option);
                change(false);
              }}
            />
          </Suspense>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
