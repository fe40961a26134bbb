import { showKeys } from '../lib/shortcuts';
import { Button } from './button';
import { Tooltip } from './tooltip';

interface Props {
  canUndo: boolean;
  canRedo: boolean;
  undo: () => void;
  redo: () => void;
}

/** Undo and redo of an editor. The editor registers the shortcuts that the tooltips name. */
export function UndoButtons({ canUndo, canRedo, undo, redo }: Props) {
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
