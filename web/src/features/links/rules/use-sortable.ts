import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react';

interface Held {
  /** Where the row stood when it was taken. */
  from: number;
  /** Where it would come to stand. */
  to: number;
  /** How far the pointer has carried it; null while the keyboard does. */
  by: number | null;
}

interface Options {
  count: number;
  /** What a row is called when it is spoken of. */
  nameOf: (at: number) => string;
  onMove: (from: number, to: number) => void;
}

const EDGE = 48;

/** Rows of an ordered list that pointer or keyboard carry to another place. What happens is said in `spoken`. */
export function useSortable({ count, nameOf, onMove }: Options) {
  const list = useRef<HTMLOListElement>(null);
  const drag = useRef<{
    startY: number;
    tops: number[];
    heights: number[];
    scroller: Element | null;
    scrolled: number;
  }>(null);
  const [held, setHeld] = useState<Held | null>(null);
  const [spoken, setSpoken] = useState('');
  const place = (at: number) => `${at + 1} of ${count}`;

  function drop(to: number) {
    if (!held) return;
    if (held.by !== null && to !== held.from) onMove(held.from, to);
    setSpoken(`${nameOf(held.by === null ? held.to : held.from)}: dropped at ${place(to)}.`);
    setHeld(null);
  }

  function putBack() {
    if (!held) return;
    if (held.by === null) onMove(held.to, held.from);
    setSpoken(`Put back at ${place(held.from)}.`);
    setHeld(null);
  }

  function take(at: number, event: PointerEvent<HTMLElement>) {
    if (event.button !== 0 || !list.current) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const rows = [...list.current.children].map((row) => row.getBoundingClientRect());
    const scroller = list.current.closest('[data-scroller]');
    drag.current = {
      startY: event.clientY,
      tops: rows.map(({ top }) => top),
      heights: rows.map(({ height }) => height),
      scroller,
      scrolled: scroller?.scrollTop ?? 0,
    };
    setHeld({ from: at, to: at, by: 0 });
  }

  function carry(event: PointerEvent<HTMLElement>) {
    const start = drag.current;
    if (!start || held?.by == null) return;
    const view = start.scroller?.getBoundingClientRect();
    if (view && event.clientY < view.top + EDGE) start.scroller?.scrollBy(0, -8);
    if (view && event.clientY > view.bottom - EDGE) start.scroller?.scrollBy(0, 8);
    const by = event.clientY - start.startY + (start.scroller?.scrollTop ?? 0) - start.scrolled;
    const middle = (at: number) => (start.tops[at] ?? 0) + (start.heights[at] ?? 0) / 2;
    const carried = middle(held.from) + by;
    const above = start.tops.filter((_, at) => at !== held.from && middle(at) < carried).length;
    setHeld({ ...held, by, to: above });
  }

  function onKeyDown(at: number, event: KeyboardEvent) {
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      if (held) return drop(held.to);
      setHeld({ from: at, to: at, by: null });
      setSpoken(`${nameOf(at)}: taken at ${place(at)}. Arrow keys move it, Space drops it, Escape puts it back.`);
    }
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key] ?? 0;
    if (step === 0 || held?.by !== null) return;
    event.preventDefault();
    const to = Math.min(count - 1, Math.max(0, held.to + step));
    if (to === held.to) return;
    onMove(held.to, to);
    setHeld({ ...held, to });
    setSpoken(`Moved to ${place(to)}.`);
  }

  // Before the dialog around the list hears it: Escape is meant for the row.
  const onEscape = useEffectEvent(putBack);
  const holding = held !== null;
  useEffect(() => {
    if (!holding) return;
    const listen = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      onEscape();
    };
    window.addEventListener('keydown', listen, true);
    return () => window.removeEventListener('keydown', listen, true);
  }, [holding]);

  /** How far a row stands beside its place while another is carried over it. */
  function shift(at: number): number {
    if (held?.by == null) return 0;
    if (at === held.from) return held.by;
    const height = (drag.current?.heights[held.from] ?? 0) + 4;
    if (at > held.from && at <= held.to) return -height;
    return at < held.from && at >= held.to ? height : 0;
  }

  return {
    list,
    spoken,
    rowProps: (at: number) => ({
      'data-held': (held?.by === null ? held.to : held?.from) === at || undefined,
      style: shift(at) ? { transform: `translateY(${shift(at)}px)` } : undefined,
    }),
    handleProps: (at: number) => ({
      'aria-pressed': (held?.by === null ? held.to : held?.from) === at,
      onPointerDown: (event: PointerEvent<HTMLElement>) => take(at, event),
      onPointerMove: carry,
      onPointerUp: () => held?.by != null && drop(held.to),
      onPointerCancel: () => held?.by != null && putBack(),
      onKeyDown: (event: KeyboardEvent) => onKeyDown(at, event),
      onBlur: () => held?.by === null && drop(held.to),
    }),
  };
}

export type Sortable = ReturnType<typeof useSortable>;
