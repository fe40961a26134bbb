import * as Radix from '@radix-ui/react-tooltip';
import type { ReactNode } from 'react';
import { TIMING } from '@/shared/config/timing';

/** Rendered once around the app, so that tooltips share their delays and adjacent ones open immediately. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={TIMING.tooltipDelay} skipDelayDuration={TIMING.tooltipSkip}>
      {children}
    </Radix.Provider>
  );
}

/** Words on hover and focus for a control whose meaning is not written on it. The control still needs its own name. */
export function Tooltip({
  text,
  keys,
  side = 'bottom',
  children,
}: {
  text: string;
  keys?: string;
  side?: 'top' | 'bottom' | 'right' | 'left';
  children: ReactNode;
}) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className="ui-tooltip" side={side} sideOffset={6} collisionPadding={8}>
          {text}
          {keys && <kbd>{keys}</kbd>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
