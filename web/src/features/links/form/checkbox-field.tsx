import { type ComponentProps, useId } from 'react';
import { Checkbox } from '@/shared/ui/checkbox';

/** A checkbox with its label. */
export function CheckboxField({ children, ...box }: ComponentProps<typeof Checkbox>) {
  const id = useId();
  return (
    <span className="flex items-center gap-2">
      <Checkbox id={id} {...box} />
      <label htmlFor={id}>{children}</label>
    </span>
  );
}
