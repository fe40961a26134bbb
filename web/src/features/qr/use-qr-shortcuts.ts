import type { QrCode } from '@/entities/qr-code/qr-code.types';
import { useDenied } from '@/entities/workspace/use-can';
import { useRowShortcuts } from '@/shared/hooks/use-row-shortcuts';
import type { Selection } from '@/shared/hooks/use-selection';
import { useShortcut } from '@/shared/hooks/use-shortcut';
import { toast } from '@/shared/ui/toast';
import { useCodeDenials } from './use-code-denials';

interface Options {
  codes: readonly QrCode[];
  selection: Selection<QrCode>;
  onEdit: (id: string) => void;
  /** Clears the search. */
  onClear: () => void;
}

/** Shortcuts for the focused code: those of all lists, and E edits or shows why the user may not. */
export function useQrShortcuts({ codes, selection, onEdit, onClear }: Options): void {
  const current = useRowShortcuts({ items: codes, selection, onClear });
  const roleDenied = useDenied('links:write');
  const codeDenied = useCodeDenials(codes);
  useShortcut({
    keys: 'e',
    label: 'Edit QR code',
    group: 'Lists',
    run: () => {
      const code = current();
      if (!code) return;
      const denied = roleDenied ?? codeDenied(code);
      if (denied) toast({ title: 'You can’t edit this QR code', text: denied, tone: 'bad' });
      else onEdit(code.id);
    },
  });
}
