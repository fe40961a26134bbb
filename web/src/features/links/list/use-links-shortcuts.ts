import { useFolderDenials } from '@/entities/label/label.queries';
import type { LinkSummary } from '@/entities/link/link.types';
import { useDenied } from '@/entities/workspace/use-can';
import { useShortcut } from '@/shared/hooks/use-shortcut';
import { copyText } from '@/shared/lib/clipboard';
import { toast } from '@/shared/ui/toast';
import type { LinkSelection } from './use-link-selection';

/** The id of the link whose row contains the focus. */
function focusedRow(): string | undefined {
  return document.activeElement?.closest<HTMLElement>('[data-link]')?.dataset.link;
}

/** Focuses the row's link, so that Enter opens it. */
function focusRow(id: string): void {
  const row = [...document.querySelectorAll<HTMLElement>('[data-link]')].find((element) => element.dataset.link === id);
  row?.querySelector<HTMLElement>('a.ui-chip')?.focus();
  row?.scrollIntoView({ block: 'nearest' });
}

interface Options {
  links: readonly LinkSummary[];
  selection: LinkSelection;
  onEdit: (id: string) => void;
  /** Clears the filters. */
  onClear: () => void;
}

/**
 * Shortcuts for the focused row: J and K move, X selects, E edits, Y copies. Escape clears selection, then filters. E
 * shows the reason instead when the user may not edit the link.
 */
export function useLinksShortcuts({ links, selection, onEdit, onClear }: Options): void {
  const at = () => links.findIndex((link) => link.id === focusedRow());
  const moveFocus = (step: 1 | -1) => {
    const from = at();
    const next = links[from < 0 ? 0 : Math.min(links.length - 1, Math.max(0, from + step))];
    if (next) focusRow(next.id);
  };
  const current = () => links[at()];
  const roleDenied = useDenied('links:write');
  const folderDenied = useFolderDenials();

  useShortcut({ keys: 'j', label: 'Next row', group: 'Lists', run: () => moveFocus(1) });
  useShortcut({ keys: 'k', label: 'Previous row', group: 'Lists', run: () => moveFocus(-1) });
  useShortcut({
    keys: 'x',
    label: 'Select row',
    group: 'Lists',
    run: () => {
      const link = current();
      if (link) selection.toggle(link.id);
    },
  });
  useShortcut({
    keys: 'e',
    label: 'Edit link',
    group: 'Lists',
    run: () => {
      const link = current();
      if (!link) return;
      const denied = roleDenied ?? folderDenied(link);
      if (denied) toast({ title: 'You can’t edit this link', text: denied, tone: 'bad' });
      else onEdit(link.id);
    },
  });
  useShortcut({
    keys: 'Escape',
    label: 'Clear selection, then filters',
    group: 'Lists',
    run: () => (selection.selected.length > 0 ? selection.none() : onClear()),
  });
  useShortcut({
    keys: 'y',
    label: 'Copy short link',
    group: 'Lists',
    run: async () => {
      const link = current();
      if (link && (await copyText(link.shortUrl))) toast({ title: 'Short link copied', text: link.shortUrl });
    },
  });
}
