import clsx from 'clsx';
import { type ComponentProps, type ReactNode, useId } from 'react';

/** The props of a control from its field. */
export interface FieldProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface Props {
  label: ReactNode;
  /** Shown below the control unless there is an error. */
  hint?: ReactNode;
  error?: ReactNode;
  className?: string;
  /** Hides the label visually. */
  labelHidden?: boolean;
  children: (control: FieldProps) => ReactNode;
}

/** A label, a control and under it a hint or the error, tied together for assistive technology. */
export function Field({ label, hint, error, className, labelHidden, children }: Props) {
  const id = useId();
  const note = error || hint ? `${id}-note` : undefined;
  return (
    <div className={clsx('ui-field', className)}>
      <label htmlFor={id} className={labelHidden ? 'ui-sr-only' : undefined}>
        {label}
      </label>
      {children({ id, 'aria-describedby': note, 'aria-invalid': error ? true : undefined })}
      {error ? (
        <p id={note} className="ui-hint ui-error" role="alert">
          {error}
        </p>
      ) : (
        hint && (
          <p id={note} className="ui-hint">
            {hint}
          </p>
        )
      )}
    </div>
  );
}

/** A text input of the kit. */
export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input dir="auto" className={clsx('ui-input', className)} {...rest} />;
}

/** An input for a web address, which may lack its scheme: browsers would refuse those in fields of type `url`. */
export function UrlInput(props: ComponentProps<'input'>) {
  return <Input dir="ltr" inputMode="url" autoComplete="off" autoCapitalize="none" spellCheck={false} {...props} />;
}

/** A text area of the kit. */
export function Textarea({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) {
  return <textarea dir="auto" className={clsx('ui-input', className)} rows={rows} {...rest} />;
}
