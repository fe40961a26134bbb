import { useQuery } from '@tanstack/react-query';
import type { QrLook } from '@/entities/qr-code/qr-code.types';
import { qrPresets } from '@/entities/qr-code/qr-preset.queries';
import { useCan } from '@/entities/workspace/use-can';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';
import { PresetMenu } from './preset-menu';
import { PresetThumbnail, SAMPLE } from './preset-thumbnail';
import { SavePreset } from './save-preset';

interface Props {
  content: string;
  /** Makes a look the current one. */
  onApply: (look: QrLook) => void;
}

/** The looks that the workspace saved, to apply and to change, and a name for the current one. */
export function Presets({ content, onApply }: Props) {
  const presets = useQuery(qrPresets());
  const canWrite = useCan('links:write');
  return (
    <>
      {presets.isPending && <Skeleton height={88} />}
      {presets.isError && <PanelError error={presets.error} onRetry={() => presets.refetch()} />}
      {presets.data?.length === 0 && (
        <p className="ui-hint">No presets yet. Save a design here to use it for other codes of the workspace.</p>
      )}
      {presets.data && presets.data.length > 0 && (
        <ul className="studio-presets" aria-label="Presets">
          {presets.data.map((preset) => (
            <li key={preset.id}>
              <button type="button" onClick={() => onApply(preset.look)} aria-label={`Apply ${preset.name}`}>
                <PresetThumbnail content={content || SAMPLE} look={preset.look} />
                <span className="ui-truncate">{preset.name}</span>
              </button>
              {canWrite && <PresetMenu preset={preset} />}
            </li>
          ))}
        </ul>
      )}
      {canWrite && <SavePreset />}
    </>
  );
}
