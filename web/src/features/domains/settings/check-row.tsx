import { type ComponentProps, useId } from 'react';
import { Checkbox } from '@/shared/ui/checkbox';

interface Props extends ComponentProps<typeof Checkbox> {
  label: string;
  hint: string;
  error?: string;
}

/** A checkbox with a label and a hint, or an error instead. */
export function CheckRow({ label, hint, error, ...box }: Props) {
  const id = useId();
  return (
    <div className="ui-full domain-option">
      <Checkbox id={id} aria-describedby={`${id}-note`} aria-invalid={error ? true : undefined} {...box} />
      <label htmlFor={id}>{label}</label>
      <p id={`${id}-note`} className={error ? 'ui-hint ui-error' : 'ui-hint'} role={error ? 'alert' : undefined}>
        {error ?? hint}
      </p>
    </div>
  );
}
