import { useFolderDenials } from '@/entities/label/use-labels-by-id';
import type { LinkBase, LinkSummary } from '@/entities/link/link.types';
import { useDenied } from '@/entities/workspace/use-can';
import { useRowShortcuts } from '@/shared/hooks/use-row-shortcuts';
import type { Selection } from '@/shared/hooks/use-selection';
import { useShortcut } from '@/shared/hooks/use-shortcut';
import { t } from '@/shared/i18n/t';
import { copyText } from '@/shared/lib/clipboard';
import { toast } from '@/shared/ui/toast';

interface Options {
  links: readonly LinkSummary[];
  selection: Selection<LinkBase>;
  onEdit: (id: string) => void;
  /** Clears the filters. */
  onClear: () => void;
}

/**
 * Shortcuts for the focused row: those of all lists, E edits, Y copies. E shows the reason instead when the user may not
 * edit the link.
 */
export function useLinksShortcuts({ links, selection, onEdit, onClear }: Options): void {
  const current = useRowShortcuts({ items: links, selection, onClear });
  const roleDenied = useDenied('links:write');
  const folderDenied = useFolderDenials(links);

  useShortcut({
    keys: 'e',
    label: t('Edit link'),
    group: 'Lists',
    run: () => {
      const link = current();
      if (!link) return;
      const denied = roleDenied ?? folderDenied(link);
      if (denied) toast({ title: t('You can’t edit this link'), text: denied, tone: 'bad' });
      else onEdit(link.id);
    },
  });
  useShortcut({
    keys: 'y',
    label: t('Copy short link'),
    group: 'Lists',
    run: async () => {
      const link = current();
      if (link && (await copyText(link.shortUrl))) toast({ title: t('Short link copied'), text: link.shortUrl });
    },
  });
}
