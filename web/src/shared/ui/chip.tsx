import clsx from 'clsx';
import type { ReactNode } from 'react';

/** An alias or an address as a machine reads it, led by a small finder pattern. */
export function Chip({
  plain,
  hot,
  big,
  children,
}: {
  plain?: boolean;
  hot?: boolean;
  big?: boolean;
  children: ReactNode;
}) {
  return (
    <span className={clsx('ui-chip', plain && 'ui-plain', hot && 'ui-accent', big && 'ui-big')}>
      <span className="ui-truncate">{children}</span>
    </span>
  );
}
