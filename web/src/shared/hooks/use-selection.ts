import { useMemo, useState } from 'react';

/** The selected items of a list, in the order of the list. */
export interface Selection<T extends { id: string }> {
  selected: readonly T[];
  has: (id: string) => boolean;
  /** Toggles one item, or with `range` all items between it and the last toggled one. */
  toggle: (id: string, range?: boolean) => void;
  /** Selects all items of the list. */
  all: () => void;
  /** Selects these items, including those on other pages. */
  everything: (items: readonly T[]) => void;
  none: () => void;
}

const NONE: readonly never[] = [];

/**
 * Selects items of a list. Items that leave the list are deselected, unless all matching items of all pages were
 * selected: those stay selected until `scope`, the filter, changes.
 */
export function useSelection<T extends { id: string }>(shown: readonly T[], scope: string): Selection<T> {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [offPage, setOffPage] = useState<readonly T[]>(NONE);
  const [anchor, setAnchor] = useState<string | null>(null);
  const [prevScope, setPrevScope] = useState(scope);
  if (prevScope !== scope) {
    setPrevScope(scope);
    setOffPage(NONE);
  }
  const selected = useMemo(() => {
    const here = new Set(shown.map(({ id }) => id));
    return [...shown, ...offPage.filter(({ id }) => !here.has(id))].filter(({ id }) => ids.has(id));
  }, [shown, offPage, ids]);

  function select(items: readonly T[], onOtherPages: readonly T[] = NONE) {
    setOffPage(onOtherPages);
    setIds(new Set(items.map(({ id }) => id)));
  }

  function toggle(id: string, range = false) {
    const next = new Set(selected.map((item) => item.id));
    const on = !next.has(id);
    const from = shown.findIndex((item) => item.id === anchor);
    const to = shown.findIndex((item) => item.id === id);
    const between = range && from >= 0 ? shown.slice(Math.min(from, to), Math.max(from, to) + 1) : [shown[to]];
    for (const item of between) {
      if (item && on) next.add(item.id);
      if (item && !on) next.delete(item.id);
    }
    setAnchor(id);
    setIds(next);
  }

  return {
    selected,
    has: (id) => ids.has(id),
    toggle,
    all: () => select(shown),
    everything: (items) => select(items, items),
    none: () => select(NONE),
  };
}
