import * as ToggleGroup from '@radix-ui/react-toggle-group';
import clsx from 'clsx';
import type { ReactNode } from 'react';

interface Props<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; label: ReactNode }[];
  onChange: (value: T) => void;
  className?: string;
}

/** A row of options, exactly one of which is selected. Arrow keys move between them. */
export function Segmented<T extends string>({ label, value, options, onChange, className }: Props<T>) {
  return (
    <ToggleGroup.Root
      type="single"
      className={clsx('ui-segmented', className)}
      aria-label={label}
      value={value}
      // Radix passes an empty value when the selected option is pressed again; ignore it.
      onValueChange={(next) => next && onChange(next as T)}
    >
      {options.map((option) => (
        <ToggleGroup.Item key={option.value} value={option.value}>
          {option.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
