import { Dialog } from '@/shared/ui/dialog';
import { ShortcutList } from './shortcut-list';

/** The sheet behind "?". */
export function ShortcutSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Keys" width={480}>
      <ShortcutList />
    </Dialog>
  );
}
