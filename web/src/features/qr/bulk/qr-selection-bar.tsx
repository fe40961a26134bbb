import { type ReactNode, useState } from 'react';
import type { QrCode } from '@/entities/qr-code/qr-code.types';
import { PermissionButton } from '@/entities/workspace/ui/permission-controls';
import type { Selection } from '@/shared/hooks/use-selection';
import { formatCount } from '@/shared/lib/format';
import { Icon } from '@/shared/ui/icon';
import { lazyPart } from '@/shared/ui/lazy-part';
import { SelectionBar } from '@/shared/ui/selection-bar';
import { useCodeDenials } from '../use-code-denials';

const ApplyPresetDialog = lazyPart(() => import('./apply-preset-dialog'), 'ApplyPresetDialog');

interface Props {
  selection: Selection<QrCode>;
  /** Number of codes of the list. */
  shown: number;
  /** The download of the selected codes. */
  children: ReactNode;
}

/**
 * Actions on the selected codes, of which there is at least one. Codes in folders that the user may only read are downloaded
 * but not changed.
 */
export function QrSelectionBar({ selection, shown, children }: Props) {
  const [choosing, setChoosing] = useState(false);
  const { selected } = selection;
  const codeDenied = useCodeDenials(selected);
  const editable = selected.filter((code) => !codeDenied(code));
  const readOnly = selected.length - editable.length;
  return (
    <SelectionBar selection={selection} shown={shown} note={readOnly > 0 && `${formatCount(readOnly)} read only`}>
      <PermissionButton
        permission="links:write"
        denied={editable.length === 0 ? selected.map(codeDenied).find(Boolean) : undefined}
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
        <ApplyPresetDialog codes={editable} onClose={() => setChoosing(false)} onDone={selection.everything} />
      )}
    </SelectionBar>
  );
}
