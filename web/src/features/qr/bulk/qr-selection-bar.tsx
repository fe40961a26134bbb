import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { QrCode } from '@/entities/qr-code/qr-code.types';
import { PermissionButton } from '@/entities/workspace/ui/permission-controls';
import type { Selection } from '@/shared/hooks/use-selection';
import { Icon } from '@/shared/ui/icon';
import { SelectionBar } from '@/shared/ui/selection-bar';

const ApplyPresetDialog = lazy(() =>
  import('./apply-preset-dialog').then((module) => ({ default: module.ApplyPresetDialog })),
);

interface Props {
  selection: Selection<QrCode>;
  /** Number of codes of the list. */
  shown: number;
  /** The download of the selected codes. */
  children: ReactNode;
}

/** Actions on the selected codes, of which there is at least one. */
export function QrSelectionBar({ selection, shown, children }: Props) {
  const [choosing, setChoosing] = useState(false);
  return (
    <SelectionBar selection={selection} shown={shown}>
      <PermissionButton
        permission="links:write"
        size="sm"
        className="selection-first"
        aria-label="Apply preset"
        onClick={() => setChoosing(true)}
      >
        <Icon name="qr" />
        <span className="selection-word selection-always">Apply preset</span>
      </PermissionButton>
      {children}
      {choosing && (
        <Suspense fallback={null}>
          <ApplyPresetDialog
            codes={selection.selected}
            onClose={() => setChoosing(false)}
            onDone={selection.everything}
          />
        </Suspense>
      )}
    </SelectionBar>
  );
}
