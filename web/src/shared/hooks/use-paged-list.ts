import { useState } from 'react';

export interface PagedList {
  /** The cursor of the current page, empty for the first one. */
  cursor: string;
  /** One-based. */
  page: number;
  next: (cursor: string) => void;
  previous: () => void;
}

/**
 * The position in a list with forward cursors. Visited cursors are stored, so that `previous` works too. Another `key`,
 * such as a search, goes back to the first page.
 */
export function usePagedList(key: string): PagedList {
  const [state, setState] = useState({ key, cursors: [] as readonly string[] });
  const cursors = state.key === key ? state.cursors : [];
  return {
    cursor: cursors.at(-1) ?? '',
    page: cursors.length + 1,
    next: (cursor) => setState({ key, cursors: [...cursors, cursor] }),
    previous: () => setState({ key, cursors: cursors.slice(0, -1) }),
  };
}
