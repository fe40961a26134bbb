import { type KeyboardEvent, type PointerEvent, useState } from 'react';

/** Buckets by their index, both ends in. */
export interface Range {
  from: number;
  to: number;
}

interface Brush {
  /** The position of the crosshair. */
  at: number;
  /** Where the range began that is being chosen. */
  anchor: number | null;
}

/** Moves a crosshair over `count` buckets and chooses ranges of them, by pointer and by keys. */
export function useBrush(count: number, onZoom?: (range: Range) => void) {
  const [brush, setBrush] = useState<Brush | null>(null);
  const [dragging, setDragging] = useState(false);
  const last = count - 1;
  // Another period may have fewer buckets than the one that the crosshair was set in.
  const at = brush && Math.min(brush.at, last);
  const anchor = brush?.anchor ?? null;
  const range = at === null || anchor === null ? null : { from: Math.min(at, anchor), to: Math.max(at, anchor) };

  function indexOf(event: PointerEvent<HTMLElement>): number {
    const box = event.currentTarget.getBoundingClientRect();
    return Math.min(last, Math.max(0, Math.floor(((event.clientX - box.left) / box.width) * count)));
  }

  function choose(next: Range): void {
    setBrush(null);
    onZoom?.(next);
  }

  const handlers = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      // A finger scrolls and reads; it does not draw ranges.
      if (!onZoom || event.pointerType === 'touch' || event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const index = indexOf(event);
      setDragging(true);
      setBrush({ at: index, anchor: index });
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const index = indexOf(event);
      setBrush((was) => ({ at: index, anchor: dragging ? (was?.anchor ?? index) : null }));
    },
    onPointerUp() {
      setDragging(false);
      if (dragging && range) choose(range);
    },
    onPointerLeave() {
      if (!dragging) setBrush(null);
    },
    onPointerCancel() {
      setDragging(false);
      setBrush(null);
    },
    onFocus: () => setBrush((was) => was ?? { at: last, anchor: null }),
    onBlur() {
      setDragging(false);
      setBrush(null);
    },
    onKeyDown(event: KeyboardEvent) {
      const now = at ?? last;
      if (event.key === 'Enter' && onZoom) {
        event.preventDefault();
        choose(range ?? { from: now, to: now });
        return;
      }
      if (event.key === 'Escape' && anchor !== null) {
        event.preventDefault();
        setBrush({ at: now, anchor: null });
        return;
      }
      const next = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: last }[event.key];
      if (next === undefined) return;
      event.preventDefault();
      setBrush({ at: Math.min(last, Math.max(0, next)), anchor: event.shiftKey && onZoom ? (anchor ?? now) : null });
    },
  };
  return { at, range, handlers };
}
