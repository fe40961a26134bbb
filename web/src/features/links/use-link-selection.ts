import { useMemo, useState } from 'react';
import type { Link } from '@/entities/link/link.types';

/** Which of the shown links are selected. Links that leave the list leave the selection. */
export function useLinkSelection(shown: readonly Link[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [anchor, setAnchor] = useState<string | null>(null);
  const selected = useMemo(() => shown.filter((link) => ids.has(link.id)), [shown, ids]);

  /** Turns one link on or off; with `range` everything between it and the last one that was turned. */
  function toggle(id: string, range = false) {
    const next = new Set(selected.map((link) => link.id));
    const on = !next.has(id);
    const from = shown.findIndex((link) => link.id === anchor);
    const to = shown.findIndex((link) => link.id === id);
    const between = range && from >= 0 ? shown.slice(Math.min(from, to), Math.max(from, to) + 1) : [shown[to]];
    for (const link of between) {
      if (link && on) next.add(link.id);
      if (link && !on) next.delete(link.id);
    }
    setAnchor(id);
    setIds(next);
  }

  return {
    selected,
    has: (id: string) => ids.has(id),
    toggle,
    all: () => setIds(new Set(shown.map((link) => link.id))),
    none: () => setIds(new Set()),
  };
}

export type LinkSelection = ReturnType<typeof useLinkSelection>;
