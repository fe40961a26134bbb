import * as Radix from '@radix-ui/react-select';
import clsx from 'clsx';
import type { ReactNode, Ref } from 'react';
import { Icon } from './icon';

interface Props<T extends string> {
  value: T;
  options: readonly { value: T; label: ReactNode; disabled?: boolean }[];
  onChange: (value: T) => void;
  ref?: Ref<HTMLButtonElement>;
  id?: string;
  'aria-label'?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
  disabled?: boolean;
  className?: string;
}

/** A choice from a short list. For a long one use Combobox. */
export function Select<T extends string>({ value, options, onChange, disabled, className, ...trigger }: Props<T>) {
  return (
    <Radix.Root value={value} onValueChange={(next) => onChange(next as T)} disabled={disabled}>
      <Radix.Trigger className={clsx('ui-input', 'flex items-center gap-2 text-left', className)} {...trigger}>
        <span className="ui-truncate flex-1">
          <Radix.Value />
        </span>
        <Icon name="down" />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          className="ui-menu"
          position="popper"
          sideOffset={4}
          style={{ minWidth: 'var(--radix-select-trigger-width)' }}
        >
          <Radix.Viewport>
            {options.map((option) => (
              <Radix.Item key={option.value} value={option.value} disabled={option.disabled} className="ui-item">
                <Radix.ItemText>{option.label}</Radix.ItemText>
                <Radix.ItemIndicator className="ui-end">
                  <Icon name="check" />
                </Radix.ItemIndicator>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
