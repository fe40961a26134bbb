import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod/mini';
import { type FailedCode, useApplyLook } from '@/entities/qr-code/bulk-qr-codes';
import { useCodeName } from '@/entities/qr-code/code-name';
import type { QrCode } from '@/entities/qr-code/qr-code.types';
import { type QrPreset, qrPresets } from '@/entities/qr-code/qr-preset.queries';
import { messageOf } from '@/shared/api/errors';
import { useAppForm } from '@/shared/forms/use-app-form';
import { plural } from '@/shared/lib/format';
import { Button, buttonClass } from '@/shared/ui/button';
import { Dialog, DialogClose } from '@/shared/ui/dialog';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';
import { toast } from '@/shared/ui/toast';
import { PresetThumbnail, SAMPLE } from '../studio/preset-thumbnail';
import './bulk.css';

const schema = z.object({ presetId: z.string().check(z.minLength(1, { error: 'Choose a preset.' })) });

interface Props {
  /** At least one. */
  codes: readonly QrCode[];
  onClose: () => void;
  /** Called after the request with the codes that were not changed. */
  onDone: (failed: readonly QrCode[]) => void;
}

/** Gives the design of a preset to several codes, and lists those that could not be changed. */
export function ApplyPresetDialog({ codes: selected, onClose, onDone }: Props) {
  // The selection changes once the codes are changed.
  const [codes] = useState(selected);
  const [failed, setFailed] = useState<readonly FailedCode[]>([]);
  const presets = useQuery(qrPresets());
  const apply = useApplyLook();
  const form = useAppForm({
    schema,
    defaultValues: { presetId: '' },
    errorTitle: 'Couldn’t apply the preset',
    onSubmit: async ({ presetId }) => {
      const preset = presets.data?.find(({ id }) => id === presetId);
      if (!preset) throw new Error('This preset was deleted. Choose another one.');
      return { preset, ...(await apply.mutateAsync({ codes, look: preset.look })) };
    },
    onSuccess: ({ preset, done, failed }): void => {
      if (done.length > 0) toast({ title: `${preset.name} applied to ${plural(done.length, 'code')}` });
      onDone(failed.map(({ code }) => code));
      if (failed.length === 0) onClose();
      else setFailed(failed);
    },
  });

  if (failed.length > 0) return <FailedCodes failed={failed} onClose={onClose} />;
  const isEmpty = presets.data?.length === 0;
  return (
    <Dialog
      open
      width={640}
      title={`Apply preset to ${plural(codes.length, 'code')}`}
      form={form}
      onClose={onClose}
      footer={
        <>
          <DialogClose disabled={form.isPending}>Cancel</DialogClose>
          {!isEmpty && (
            <Button tone="primary" busy={form.isPending} disabled={!presets.data} onClick={() => void form.submit()}>
              Apply preset
            </Button>
          )}
        </>
      }
    >
      <Effects codes={codes} />
      {presets.isPending && <Skeleton className="mt-4" height={120} />}
      {presets.isError && <PanelError error={presets.error} onRetry={() => presets.refetch()} />}
      {isEmpty && <NoPresets code={codes[0]} />}
      {presets.data && !isEmpty && (
        <PresetChoice presets={presets.data} error={form.errorOf('presetId')} field={form.register('presetId')} />
      )}
    </Dialog>
  );
}

/** What the preset changes, and what not. */
function Effects({ codes }: { codes: readonly QrCode[] }) {
  const older = codes.filter(({ link, ownScans }) => link && !ownScans).length;
  return (
    <ul className="preset-effects">
      <li>
        <b>Changes:</b> shapes, colors, frame, caption, logo, background, error correction, margin and size.
      </li>
      <li>
        <b>Stays:</b> names, links and static contents. Printed copies keep their design and keep working.
      </li>
      {older > 0 && (
        <li>{`${plural(older, 'older code')} will count scans separately from now on, not together with other codes of the link.`}</li>
      )}
    </ul>
  );
}

interface ChoiceProps {
  presets: readonly QrPreset[];
  error: string | undefined;
  field: ReturnType<ReturnType<typeof useAppForm<{ presetId: string }, unknown>>['register']>;
}

function PresetChoice({ presets, error, field }: ChoiceProps) {
  return (
    <fieldset className="preset-choice" aria-describedby={error && 'preset-choice-error'}>
      <legend className="ui-label">Preset</legend>
      <div>
        {presets.map(({ id, name, look }) => (
          <label key={id}>
            <input type="radio" value={id} {...field} />
            <PresetThumbnail content={SAMPLE} look={look} />
            <span className="ui-truncate">{name}</span>
          </label>
        ))}
      </div>
      {error && (
        <p id="preset-choice-error" className="ui-hint ui-error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}

function NoPresets({ code }: { code: QrCode | undefined }) {
  const nameOf = useCodeName();
  return (
    <div className="preset-none">
      <p>No presets yet. Design a code in the studio and save the design there as a preset.</p>
      {code && (
        <Link to="/dashboard/qr-codes/$codeId" params={{ codeId: code.id }} className={buttonClass({ size: 'sm' })}>
          {`Design ${nameOf(code)}`}
        </Link>
      )}
    </div>
  );
}

/** The codes that could not be changed, each with the reason. */
function FailedCodes({ failed, onClose }: { failed: readonly FailedCode[]; onClose: () => void }) {
  const nameOf = useCodeName();
  return (
    <Dialog
      open
      width={560}
      onClose={onClose}
      title={`${plural(failed.length, 'code')} not changed`}
      description="These codes keep their design and stay selected."
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <ul className="ui-panel" aria-label="Codes that were not changed">
        {failed.map(({ code, error }) => (
          <li key={code.id} className="ui-row first:border-t-0">
            <div className="min-w-0">
              <b className="ui-truncate block">{nameOf(code)}</b>
              <p className="ui-small">{messageOf(error)}</p>
            </div>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
