// Storage may be refused (private windows, blocked site data); the app then works for the length of the page.
function storage(area: () => Storage) {
  const memory = new Map<string, string>();
  return {
    read(key: string): string | null {
      try {
        return area().getItem(key);
      } catch {
        return memory.get(key) ?? null;
      }
    },
    write(key: string, value: string | null): void {
      try {
        if (value === null) area().removeItem(key);
        else area().setItem(key, value);
      } catch {
        if (value === null) memory.delete(key);
        else memory.set(key, value);
      }
    },
  };
}

/** Reads a localStorage value, null when there is none, and writes one; null removes it. For the session's keys only. */
export const { read: readStored, write: writeStored } = storage(() => localStorage);

/** The same for sessionStorage. */
export const { read: readTab, write: writeTab } = storage(() => sessionStorage);
