import clsx from 'clsx';
import { type ComponentProps, type ReactNode, useId } from 'react';
import './switch.css';

type SwitchProps = Omit<ComponentProps<'input'>, 'type'>;

/** An on/off switch without text. Label it with `aria-label`, or use `SwitchField`. */
export function Switch({ className, ...rest }: SwitchProps) {
  // biome-ignore lint/a11y/useAriaPropsForRole: a native check box exposes its state itself.
  return <input type="checkbox" role="switch" className={clsx('ui-switch', className)} {...rest} />;
}

interface SwitchFieldProps extends Omit<SwitchProps, 'id'> {
  label: ReactNode;
  /** What the switch does, below the label. */
  hint?: ReactNode;
}

/** A switch with its label beside it. `className` is that of both. */
export function SwitchField({ label, hint, className, ...rest }: SwitchFieldProps) {
  const id = useId();
  const hintId = hint ? `${id}-hint` : undefined;
  return (
    <div className={clsx('ui-switch-field', className)}>
      <Switch id={id} aria-describedby={hintId} {...rest} />
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p id={hintId} className="ui-hint">
          {hint}
        </p>
      )}
    </div>
  );
}
