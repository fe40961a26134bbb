import clsx from 'clsx';
import { type ComponentProps, useEffect, useImperativeHandle, useRef } from 'react';

/** A square check box. `indeterminate` is for "some of them". */
export function Checkbox({
  indeterminate = false,
  className,
  ref,
  ...rest
}: Omit<ComponentProps<'input'>, 'type'> & { indeterminate?: boolean }) {
  const box = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => box.current as HTMLInputElement, []);
  // The property has no attribute.
  useEffect(() => {
    if (box.current) box.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return <input ref={box} type="checkbox" className={clsx('ui-checkbox', className)} {...rest} />;
}

/** An on/off switch that applies immediately. Label it with a `<label>` around it or `aria-label`. */
export function Switch({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  // biome-ignore lint/a11y/useAriaPropsForRole: a native check box exposes its state itself.
  return <input type="checkbox" role="switch" className={clsx('ui-switch', className)} {...rest} />;
}
