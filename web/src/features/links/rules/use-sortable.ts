import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { t } from '@/shared/i18n/t';

interface Drag {
  /** Index of the row when the drag started. */
  from: number;
  /** Index at which it would be dropped. */
  to: number;
  /** Vertical offset of a pointer drag in pixels; null for a keyboard drag. */
  by: number | null;
}

interface Options {
  count: number;
  /** The row's name in announcements. */
  labelOf: (at: number) => string;
  onMove: (from: number, to: number) => void;
}

/** Distance to the scroll container's edge at which a drag scrolls it, in pixels. */
const EDGE = 48;

/** Reorders the rows of a list by pointer or keyboard. Render `announcement` in a live region. */
export function useSortable({ count, labelOf, onMove }: Options) {
  const list = useRef<HTMLOListElement>(null);
  const geometry = useRef<{
    startY: number;
    tops: number[];
    heights: number[];
    scroller: Element | null;
    scrolled: number;
  }>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const [announcement, announce] = useState('');
  const place = (at: number) => ({ position: at + 1, count });

  function drop(to: number) {
    if (!drag) return;
    if (drag.by !== null && to !== drag.from) onMove(drag.from, to);
    announce(
      t('{name}: dropped at position {position} of {count}.', {
        name: labelOf(drag.by === null ? drag.to : drag.from),
        ...place(to),
      }),
    );
    setDrag(null);
  }

  function cancel() {
    if (!drag) return;
    if (drag.by === null) onMove(drag.to, drag.from);
    announce(t('Cancelled. Back at position {position} of {count}.', place(drag.from)));
    setDrag(null);
  }

  function startDrag(at: number, event: PointerEvent<HTMLElement>) {
    if (event.button !== 0 || !list.current) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const rows = [...list.current.children].map((row) => row.getBoundingClientRect());
    const scroller = list.current.closest('[data-scroller]');
    geometry.current = {
      startY: event.clientY,
      tops: rows.map(({ top }) => top),
      heights: rows.map(({ height }) => height),
      scroller,
      scrolled: scroller?.scrollTop ?? 0,
    };
    setDrag({ from: at, to: at, by: 0 });
  }

  function moveDrag(event: PointerEvent<HTMLElement>) {
    const start = geometry.current;
    if (!start || drag?.by == null) return;
    const view = start.scroller?.getBoundingClientRect();
    if (view && event.clientY < view.top + EDGE) start.scroller?.scrollBy(0, -8);
    if (view && event.clientY > view.bottom - EDGE) start.scroller?.scrollBy(0, 8);
    const by = event.clientY - start.startY + (start.scroller?.scrollTop ?? 0) - start.scrolled;
    const middle = (at: number) => (start.tops[at] ?? 0) + (start.heights[at] ?? 0) / 2;
    const center = middle(drag.from) + by;
    const above = start.tops.filter((_, at) => at !== drag.from && middle(at) < center).length;
    setDrag({ ...drag, by, to: above });
  }

  function onKeyDown(at: number, event: KeyboardEvent) {
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      if (drag) return drop(drag.to);
      setDrag({ from: at, to: at, by: null });
      announce(
        t(
          '{name}: picked up at position {position} of {count}. Use the arrow keys to move, Space to drop, Escape to cancel.',
          {
            name: labelOf(at),
            ...place(at),
          },
        ),
      );
    }
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key] ?? 0;
    if (step === 0 || drag?.by !== null) return;
    event.preventDefault();
    const to = Math.min(count - 1, Math.max(0, drag.to + step));
    if (to === drag.to) return;
    onMove(drag.to, to);
    setDrag({ ...drag, to });
    announce(t('Moved to position {position} of {count}.', place(to)));
  }

  // Capture Escape before the surrounding dialog closes on it.
  const onEscape = useEffectEvent(cancel);
  const dragging = drag !== null;
  useEffect(() => {
    if (!dragging) return;
    const listen = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      onEscape();
    };
    window.addEventListener('keydown', listen, true);
    return () => window.removeEventListener('keydown', listen, true);
  }, [dragging]);

  /** The row's vertical offset in pixels during a pointer drag. */
  function shift(at: number): number {
    if (drag?.by == null) return 0;
    if (at === drag.from) return drag.by;
    const height = (geometry.current?.heights[drag.from] ?? 0) + 4;
    if (at > drag.from && at <= drag.to) return -height;
    return at < drag.from && at >= drag.to ? height : 0;
  }

  return {
    list,
    announcement,
    rowProps: (at: number) => ({
      'data-held': (drag?.by === null ? drag.to : drag?.from) === at || undefined,
      style: shift(at) ? { transform: `translateY(${shift(at)}px)` } : undefined,
    }),
    handleProps: (at: number) => ({
      'aria-pressed': (drag?.by === null ? drag.to : drag?.from) === at,
      onPointerDown: (event: PointerEvent<HTMLElement>) => startDrag(at, event),
      onPointerMove: moveDrag,
      onPointerUp: () => drag?.by != null && drop(drag.to),
      onPointerCancel: () => drag?.by != null && cancel(),
      onKeyDown: (event: KeyboardEvent) => onKeyDown(at, event),
      onBlur: () => drag?.by === null && drop(drag.to),
    }),
  };
}

export type Sortable = ReturnType<typeof useSortable>;
