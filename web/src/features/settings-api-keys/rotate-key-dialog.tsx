import { useState } from 'react';
import { type ApiKey, type CreatedApiKey, useRotateApiKey } from '@/entities/api-key/api-key.queries';
import { messageOf } from '@/shared/api/errors';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { Field } from '@/shared/ui/field';
import { Select } from '@/shared/ui/select';
import { toast } from '@/shared/ui/toast';
import { KeyReveal } from './key-reveal';

const OVERLAPS = [
  { value: '0', label: 'Stops working at once' },
  { value: '3600', label: 'Works for 1 more hour' },
  { value: '86400', label: 'Works for 1 more day' },
  { value: '604800', label: 'Works for 7 more days' },
] as const;

type Overlap = (typeof OVERLAPS)[number]['value'];

/** Replaces the secret of a key and shows the new one. */
export function RotateKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const [overlap, setOverlap] = useState<Overlap>('86400');
  const [rotated, setRotated] = useState<CreatedApiKey | null>(null);
  const rotate = useRotateApiKey(apiKey.id);

  function submit() {
    rotate.mutate(Number(overlap), {
      onSuccess: setRotated,
      onError: (error) => toast({ title: 'Couldn’t rotate the key', text: messageOf(error), tone: 'bad' }),
    });
  }

  if (rotated) return <KeyReveal title="New secret created" created={rotated} onClose={onClose} width={560} />;
  return (
    <Dialog
      open
      onClose={onClose}
      width={560}
      title={`Rotate ${apiKey.name}`}
      description="Creates a new secret with the same access. The key then acts with your role."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" busy={rotate.isPending} onClick={submit}>
            Rotate key
          </Button>
        </>
      }
    >
      <Field label={`Current secret (${apiKey.prefix}…)`} hint="Give yourself time to replace it in your program.">
        {(control) => <Select {...control} value={overlap} options={OVERLAPS} onChange={setOverlap} />}
      </Field>
    </Dialog>
  );
}
