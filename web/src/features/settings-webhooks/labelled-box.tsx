import { type ReactNode, useId } from 'react';
import { Checkbox } from '@/shared/ui/checkbox';

interface Props {
  checked: boolean;
  indeterminate?: boolean;
  onChange: (on: boolean) => void;
  children: ReactNode;
}

/** A check box with its label beside it. */
export function LabelledBox({ checked, indeterminate, onChange, children }: Props) {
  const id = useId();
  return (
    <label className="hook-event" htmlFor={id}>
      <Checkbox
        id={id}
        checked={checked}
        indeterminate={indeterminate}
        onChange={(event) => onChange(event.target.checked)}
      />
      {children}
    </label>
  );
}
