import * as Radix from '@radix-ui/react-scroll-area';
import type { ReactNode } from 'react';
import { TIMING } from '@/shared/config/timing';

/** A scrolling box of fixed height whose bar hides after a pause. The keyboard can reach it; `label` names it. */
export function ScrollArea({
  height,
  label,
  children,
}: {
  height: number | string;
  label: string;
  children: ReactNode;
}) {
  return (
    <Radix.Root className="ui-scroll" style={{ height }} type="hover" scrollHideDelay={TIMING.scrollHide}>
      <Radix.Viewport className="scroll-view" tabIndex={0} role="region" aria-label={label}>
        {children}
      </Radix.Viewport>
      <Radix.Scrollbar className="scroll-bar" orientation="vertical">
        <Radix.Thumb />
      </Radix.Scrollbar>
    </Radix.Root>
  );
}
