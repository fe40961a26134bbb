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
