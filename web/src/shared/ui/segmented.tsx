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

/** A row of choices of which exactly one holds. Arrow keys move between them. */
export function Segmented<T extends string>({ label, value, options, onChange, className }: Props<T>) {
  return (
    <ToggleGroup.Root
      type="single"
      className={clsx('ui-segmented', className)}
      aria-label={label}
      value={value}
      // Radix gives an empty value when the chosen one is pressed again; one must always hold.
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
