import { t } from '@/shared/i18n/t';
import type { Selection } from './use-selection';
import { useShortcut } from './use-shortcut';

/** The id of the row that contains the focus. */
function focusedRow(): string | undefined {
  return document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row;
}

/** Focuses the row's link, so that Enter opens it; in a row without a link, its first button. */
function focusRow(id: string): void {
  const row = [...document.querySelectorAll<HTMLElement>('[data-row]')].find((element) => element.dataset.row === id);
  row?.querySelector<HTMLElement>('a.ui-chip, button')?.focus();
  row?.scrollIntoView({ block: 'nearest' });
}

interface Options<T extends { id: string }> {
  /** The items of the list. The element of each has its id as `data-row`. */
  items: readonly T[];
  selection: Pick<Selection<{ id: string }>, 'selected' | 'toggle' | 'none'>;
  /** Clears the filters. */
  onClear: () => void;
}

/**
 * Shortcuts for the focused row of a list: J and K move, X selects. Escape clears the selection, then the filters.
 * Returns a function that returns the item of the focused row.
 */
export function useRowShortcuts<T extends { id: string }>({ items, selection, onClear }: Options<T>) {
  const at = () => items.findIndex(({ id }) => id === focusedRow());
  const current = () => items[at()];
  const moveFocus = (step: 1 | -1) => {
    const from = at();
    const next = items[from < 0 ? 0 : Math.min(items.length - 1, Math.max(0, from + step))];
    if (next) focusRow(next.id);
  };
  useShortcut({ keys: 'j', label: t('Next row'), group: 'Lists', run: () => moveFocus(1) });
  useShortcut({ keys: 'k', label: t('Previous row'), group: 'Lists', run: () => moveFocus(-1) });
  useShortcut({
    keys: 'x',
    label: t('Select row'),
    group: 'Lists',
    run: () => {
      const item = current();
      if (item) selection.toggle(item.id);
    },
  });
  useShortcut({
    keys: 'Escape',
    label: t('Clear selection, then filters'),
    group: 'Lists',
    run: () => (selection.selected.length > 0 ? selection.none() : onClear()),
  });
  return current;
}
