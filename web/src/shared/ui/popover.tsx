import * as Radix from '@radix-ui/react-popover';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Tooltip } from './tooltip';

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  trigger: ReactNode;
  label: string;
  /** What the trigger's tooltip says. */
  tip?: string;
  align?: 'start' | 'center' | 'end';
  className?: string;
  children: ReactNode;
}

/** A floating panel behind a button. */
export function Popover({ open, onOpenChange, trigger, label, tip, align = 'end', className, children }: Props) {
  const button = <Radix.Trigger asChild>{trigger}</Radix.Trigger>;
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      {tip ? <Tooltip text={tip}>{button}</Tooltip> : button}
      <Radix.Portal>
        <Radix.Content
          className={clsx('ui-popover', className)}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          aria-label={label}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
