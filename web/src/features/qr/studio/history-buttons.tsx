import { useShortcut } from '@/shared/hooks/use-shortcut';
import { UndoButtons } from '@/shared/ui/undo-buttons';
import type { useHistory } from './use-history';

/** Undo and redo as buttons and shortcuts. */
export function HistoryButtons({ history }: { history: ReturnType<typeof useHistory> }) {
  useShortcut({ keys: 'mod+z', label: 'Undo', group: 'Editors', run: history.undo });
  useShortcut({ keys: 'mod+shift+z', label: 'Redo', group: 'Editors', run: history.redo });
  return <UndoButtons {...history} />;
}
