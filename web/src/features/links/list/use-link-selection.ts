import { useMemo, useState } from 'react';
import type { LinkBase } from '@/entities/link/link.types';

const NONE: readonly LinkBase[] = [];

/**
 * Which links are selected. Those that leave the list leave the selection, except when all that a filter finds were
 * selected at once: they stay until `scope`, the filter, is another one.
 */
export function useLinkSelection(shown: readonly LinkBase[], scope: string) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [elsewhere, setElsewhere] = useState(NONE);
  const [anchor, setAnchor] = useState<string | null>(null);
  const [seen, setSeen] = useState(scope);
  if (seen !== scope) {
    setSeen(scope);
    setElsewhere(NONE);
  }
  const selected = useMemo(() => {
    const here = new Set(shown.map((link) => link.id));
    return [...shown, ...elsewhere.filter((link) => !here.has(link.id))].filter((link) => ids.has(link.id));
  }, [shown, elsewhere, ids]);

  function select(links: readonly LinkBase[], alsoElsewhere: readonly LinkBase[] = NONE) {
    setElsewhere(alsoElsewhere);
    setIds(new Set(links.map((link) => link.id)));
  }

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
    all: () => select(shown),
    /** Selects these, wherever in the list they stand. */
    everything: (links: readonly LinkBase[]) => select(links, links),
    none: () => select(NONE),
  };
}

export type LinkSelection = ReturnType<typeof useLinkSelection>;
