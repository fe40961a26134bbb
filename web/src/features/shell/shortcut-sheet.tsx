import { t } from '@/shared/i18n/t';
import { Dialog } from '@/shared/ui/dialog';
import { ShortcutList } from './shortcut-list';

/** The list of shortcuts, opened with "?". */
export function ShortcutSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title={t('Keyboard shortcuts')} width={480}>
      <ShortcutList />
    </Dialog>
  );
}
