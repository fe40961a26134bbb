import { type FocusEvent, type PointerEvent, useCallback, useEffect, useRef, useState } from 'react';
import { TIMING } from '@/shared/config/timing';
import { loadOverlays } from './overlay-part';

/** Closes the tooltip that is open. There is one at most. */
let closeCurrent: (() => void) | null = null;
let closedAt = Number.NEGATIVE_INFINITY;

/** Tooltips next to one that is open, or was a moment ago, open immediately. */
function hoverDelay(): number {
  return closeCurrent || performance.now() - closedAt < TIMING.tooltipSkip ? 0 : TIMING.tooltipDelay;
}

/** When a tooltip is open: after the pointer rests on its control, and on focus other than by a press. Not by touch. */
export function useTooltip() {
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  const timer = useRef(0);
  const hovered = useRef(false);
  const pressed = useRef(false);
  const close = useCallback(() => {
    clearTimeout(timer.current);
    setOpener(null);
  }, []);

  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!opener) return;
    closeCurrent?.();
    closeCurrent = close;
    return () => {
      if (closeCurrent === close) closeCurrent = null;
      closedAt = performance.now();
    };
  }, [opener, close]);

  const handlers = {
    onPointerMove: ({ pointerType, currentTarget }: PointerEvent<HTMLElement>) => {
      if (pointerType === 'touch' || hovered.current) return;
      hovered.current = true;
      clearTimeout(timer.current);
      timer.current = window.setTimeout(() => setOpener(currentTarget), hoverDelay());
    },
    onPointerLeave: () => {
      hovered.current = false;
      // The panel of an open one closes it, unless the pointer moves onto the panel.
      if (loadOverlays.loaded) clearTimeout(timer.current);
      else close();
    },
    onPointerDown: () => {
      close();
      pressed.current = true;
      const release = () => {
        pressed.current = false;
      };
      document.addEventListener('pointerup', release, { once: true });
    },
    onFocus: ({ currentTarget }: FocusEvent<HTMLElement>) => {
      if (!pressed.current) setOpener(currentTarget);
    },
    onBlur: close,
    onClick: close,
  };
  return { opener, close, handlers };
}
