import type { LinkSummary } from '@/entities/link/link.types';
import { useShortcut } from '@/shared/hooks/use-shortcut';
import { copyText } from '@/shared/lib/clipboard';
import { toast } from '@/shared/ui/toast';
import type { LinkSelection } from './use-link-selection';

/** The row that holds the focus. */
function focusedRow(): string | undefined {
  return document.activeElement?.closest<HTMLElement>('[data-link]')?.dataset.link;
}

/** Focuses a row by its chip, which is a link: Enter opens it without further ado. */
function focusRow(id: string): void {
  const row = [...document.querySelectorAll<HTMLElement>('[data-link]')].find((element) => element.dataset.link === id);
  row?.querySelector<HTMLElement>('a.ui-chip')?.focus();
  row?.scrollIntoView({ block: 'nearest' });
}

interface Options {
  links: readonly LinkSummary[];
  selection: LinkSelection;
  onEdit: (id: string) => void;
  /** Drops the filters. */
  onClear: () => void;
}

/** J and K walk through the rows, X selects, E edits, Y copies. The row with the focus is the one that is meant. */
export function useLinksKeys({ links, selection, onEdit, onClear }: Options): void {
  const at = () => links.findIndex((link) => link.id === focusedRow());
  const walk = (step: 1 | -1) => {
    const from = at();
    const next = links[from < 0 ? 0 : Math.min(links.length - 1, Math.max(0, from + step))];
    if (next) focusRow(next.id);
  };
  const current = () => links[at()];

  useShortcut({ keys: 'j', label: 'Next row', group: 'Lists', run: () => walk(1) });
  useShortcut({ keys: 'k', label: 'Row before', group: 'Lists', run: () => walk(-1) });
  useShortcut({
    keys: 'x',
    label: 'Select the row',
    group: 'Lists',
    run: () => {
      const link = current();
      if (link) selection.toggle(link.id);
    },
  });
  useShortcut({
    keys: 'e',
    label: 'Edit the row’s link',
    group: 'Lists',
    run: () => {
      const link = current();
      if (link) onEdit(link.id);
    },
  });
  useShortcut({
    keys: 'Escape',
    label: 'Drop the selection, then the filters',
    group: 'Lists',
    run: () => (selection.selected.length > 0 ? selection.none() : onClear()),
  });
  useShortcut({
    keys: 'y',
    label: 'Copy the row’s short link',
    group: 'Lists',
    run: async () => {
      const link = current();
      if (link && (await copyText(link.shortUrl))) toast({ title: 'Copied', text: link.shortUrl });
    },
  });
}
