import { useState } from 'react';

/** Which sections of the form are expanded. */
export function useSections(initial: readonly string[]) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set(initial));
  const set = (name: string, on: boolean) =>
    setOpen((prev) => {
      if (prev.has(name) === on) return prev;
      const next = new Set(prev);
      if (on) next.add(name);
      else next.delete(name);
      return next;
    });
  return {
    open: (name: string) => set(name, true),
    of: (name: string) => ({ open: open.has(name), onToggle: (on: boolean) => set(name, on) }),
  };
}

export type OpenSections = ReturnType<typeof useSections>;
