import { t } from '@/shared/i18n/t';
import { useShortcut } from '../hooks/use-shortcut';
import { showKeys } from '../lib/shortcuts';
import { Button } from './button';
import { Tooltip } from './tooltip';

interface Props {
  canUndo: boolean;
  canRedo: boolean;
  undo: () => void;
  redo: () => void;
}

/** Undo and redo of an editor, as buttons and shortcuts. */
export function UndoButtons({ canUndo, canRedo, undo, redo }: Props) {
  useShortcut({ keys: 'mod+z', label: t('Undo'), group: 'Editors', run: () => canUndo && undo() });
  useShortcut({ keys: 'mod+shift+z', label: t('Redo'), group: 'Editors', run: () => canRedo && redo() });
  return (
    <>
      <Tooltip text={t('Undo')} keys={showKeys('mod+z')}>
        <Button icon tone="quiet" aria-label={t('Undo')} disabled={!canUndo} onClick={undo}>
          <UndoIcon />
        </Button>
      </Tooltip>
      <Tooltip text={t('Redo')} keys={showKeys('mod+shift+z')}>
        <Button icon tone="quiet" aria-label={t('Redo')} disabled={!canRedo} onClick={redo}>
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
