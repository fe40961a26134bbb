import { useShortcut } from '@/shared/hooks/use-shortcut';
import { showKeys } from '@/shared/lib/shortcuts';
import { Button } from '@/shared/ui/button';
import { Tooltip } from '@/shared/ui/tooltip';
import type { useHistory } from './use-history';

/** Undo and redo as buttons and shortcuts. */
export function HistoryButtons({ history }: { history: ReturnType<typeof useHistory> }) {
  const { undo, redo, canUndo, canRedo } = history;
  useShortcut({ keys: 'mod+z', label: 'Undo', group: 'Editors', run: undo });
  useShortcut({ keys: 'mod+shift+z', label: 'Redo', group: 'Editors', run: redo });
  return (
    <>
      <Tooltip text="Undo" keys={showKeys('mod+z')}>
        <Button icon tone="quiet" aria-label="Undo" disabled={!canUndo} onClick={undo}>
          <UndoIcon />
        </Button>
      </Tooltip>
      <Tooltip text="Redo" keys={showKeys('mod+shift+z')}>
        <Button icon tone="quiet" aria-label="Redo" disabled={!canRedo} onClick={redo}>
          <UndoIcon mirrored />
        </Button>
      </Tooltip>
    </>
  );
}

function UndoIcon({ mirrored }: { mirrored?: boolean }) {
  return (
    <svg className="ui-icon" viewBox="0 0 16 16" aria-hidden="true" transform={mirrored ? 'scale(-1 1)' : undefined}>
      <path d="M6 3 2.5 6.5 6 10M2.5 6.5h8v6H6" />
    </svg>
  );
}
