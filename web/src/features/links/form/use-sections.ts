import { useState } from 'react';

/** Which parts of the form are unfolded. */
export function useSections(first: readonly string[]) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set(first));
  const set = (name: string, on: boolean) =>
    setOpen((was) => {
      if (was.has(name) === on) return was;
      const next = new Set(was);
      if (on) next.add(name);
      else next.delete(name);
      return next;
    });
  return {
    open: (name: string) => set(name, true),
    of: (name: string) => ({ open: open.has(name), onToggle: (on: boolean) => set(name, on) }),
  };
}

export type SectionsOpen = ReturnType<typeof useSections>;
