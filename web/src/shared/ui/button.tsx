import clsx from 'clsx';
import type { ComponentProps } from 'react';

export interface ButtonLook {
  /** `primary` is the one main action of a view; `ink` is strong and neutral; `quiet` has no frame. */
  tone?: 'plain' | 'primary' | 'ink' | 'quiet' | 'danger';
  size?: 'sm' | 'md' | 'lg';
  /** A square button with only an icon. It needs an `aria-label`. */
  icon?: boolean;
  wide?: boolean;
}

/** The classes of a button, for a link that looks like one. */
export function buttonClass({ tone = 'plain', size = 'md', icon, wide }: ButtonLook = {}, className?: string): string {
  return clsx(
    'ui-button',
    tone !== 'plain' && `ui-${tone}`,
    size !== 'md' && `ui-${size}`,
    icon && 'ui-icon-only',
    wide && 'ui-wide',
    className,
  );
}

type ButtonProps = ComponentProps<'button'> &
  ButtonLook & { /** Work is under way: shown, announced and not clickable. */ busy?: boolean };

/** A button, with `type="button"` by default. `className` may add layout only. */
export function Button({
  tone,
  size,
  icon,
  wide,
  busy,
  className,
  disabled,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={buttonClass({ tone, size, icon, wide }, className)}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      {...rest}
    >
      {busy && (
        <span className="ui-busy" aria-hidden="true">
          <i />
          <i />
          <i />
        </span>
      )}
      {children}
    </button>
  );
}
