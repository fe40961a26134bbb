import * as Radix from '@radix-ui/react-popover';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { AdoptedTrigger } from './adopted-trigger';

interface Props {
  open: boolean;
  onClose: () => void;
  id: string;
  /** The button that opened it. */
  opener: HTMLElement | null;
  label: string;
  align?: 'start' | 'center' | 'end';
  className?: string;
  children: ReactNode;
}

/** The panel of a Popover. */
export function PopoverPanel({ open, onClose, id, opener, label, align = 'end', className, children }: Props) {
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Trigger asChild>
        <AdoptedTrigger element={opener} />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          id={id}
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
