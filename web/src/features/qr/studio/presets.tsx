import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { QrLook } from '@/entities/qr-code/qr-code.types';
import { type QrPreset, qrPresets, useDeleteQrPreset } from '@/entities/qr-code/qr-preset.queries';
import { useCan } from '@/entities/workspace/use-can';
import { messageOf } from '@/shared/api/errors';
import { Button } from '@/shared/ui/button';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { Icon } from '@/shared/ui/icon';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';
import { toast } from '@/shared/ui/toast';
import { PresetThumbnail, SAMPLE } from './preset-thumbnail';
import { SavePreset } from './save-preset';

interface Props {
  content: string;
  /** Makes a look the current one. */
  onApply: (look: QrLook) => void;
}

/** The looks that the workspace saved, to apply and to delete, and a name for the current one. */
export function Presets({ content, onApply }: Props) {
  const presets = useQuery(qrPresets());
  const [deleting, setDeleting] = useState<QrPreset | null>(null);
  const remove = useDeleteQrPreset();
  const canWrite = useCan('links:write');

  function confirm() {
    if (!deleting) return;
    remove.mutate(deleting.id, {
      onSuccess: () => toast({ title: 'Preset deleted' }),
      onError: (error) => toast({ title: 'Couldn’t delete the preset', text: messageOf(error), tone: 'bad' }),
      onSettled: () => setDeleting(null),
    });
  }

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
              {canWrite && (
                <Button
                  icon
                  size="sm"
                  tone="quiet"
                  aria-label={`Delete ${preset.name}`}
                  onClick={() => setDeleting(preset)}
                >
                  <Icon name="trash" />
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {canWrite && <SavePreset />}
      <ConfirmDialog
        open={deleting !== null}
        onClose={() => setDeleting(null)}
        title={`Delete ${deleting?.name ?? ''}?`}
        action="Delete preset"
        onConfirm={confirm}
        busy={remove.isPending}
      >
        <p>Codes that were designed with it keep their design.</p>
      </ConfirmDialog>
    </>
  );
}
