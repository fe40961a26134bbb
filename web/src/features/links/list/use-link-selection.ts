import { useMemo, useState } from 'react';
import type { LinkBase } from '@/entities/link/link.types';

const NONE: readonly LinkBase[] = [];

/**
 * The selected links. Links that leave the list are deselected, unless all matching links of all pages were selected:
 * those stay selected until `scope`, the filter, changes.
 */
export function useLinkSelection(shown: readonly LinkBase[], scope: string) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [offPage, setOffPage] = useState(NONE);
  const [anchor, setAnchor] = useState<string | null>(null);
  const [prevScope, setPrevScope] = useState(scope);
  if (prevScope !== scope) {
    setPrevScope(scope);
    setOffPage(NONE);
  }
  const selected = useMemo(() => {
    const here = new Set(shown.map((link) => link.id));
    return [...shown, ...offPage.filter((link) => !here.has(link.id))].filter((link) => ids.has(link.id));
  }, [shown, offPage, ids]);

  function select(links: readonly LinkBase[], onOtherPages: readonly LinkBase[] = NONE) {
    setOffPage(onOtherPages);
    setIds(new Set(links.map((link) => link.id)));
  }

  /** Toggles one link, or with `range` all links between it and the last toggled one. */
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
    all: () => select(shown),
    /** Selects these links, including those on other pages. */
    everything: (links: readonly LinkBase[]) => select(links, links),
    none: () => select(NONE),
  };
}

export type LinkSelection = ReturnType<typeof useLinkSelection>;
