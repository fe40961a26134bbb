import { useState } from 'react';
import type { ApiKey, CreatedApiKey } from '@/entities/api-key/api-key.queries';
import { useEntryZone } from '@/entities/workspace/use-workspace-zone';
import { Dialog } from '@/shared/ui/dialog';
import { toast } from '@/shared/ui/toast';
import { ApiKeyForm } from './api-key-form';
import type { ApiKeyPreset } from './api-key-form.schema';
import { KeyReveal } from './key-reveal';
import './api-keys.css';

interface Props {
  /** The key to edit; undefined creates one. */
  apiKey?: ApiKey;
  /** What a new key has filled in. */
  preset?: ApiKeyPreset;
  onClose: () => void;
}

/** Creates an API key, or edits `apiKey`. A new key's secret is shown before the dialog closes. */
export function ApiKeyDialog({ apiKey, preset, onClose }: Props) {
  const zone = useEntryZone();
  const [created, setCreated] = useState<CreatedApiKey | null>(null);

  function onSaved(saved: ApiKey | CreatedApiKey) {
    if ('key' in saved) return setCreated(saved);
    toast({ title: `${saved.name} saved` });
    onClose();
  }

  if (created)
    return <KeyReveal title="API key created" created={created} onClose={onClose} place="side" width={620} />;
  return (
    <Dialog
      open
      onClose={onClose}
      place="side"
      width={620}
      title={apiKey ? `Edit ${apiKey.name}` : 'Create API key'}
      description={
        apiKey
          ? undefined
          : 'A program with the key acts in this workspace with your role, limited to the access below.'
      }
    >
      <ApiKeyForm apiKey={apiKey} preset={preset} zone={zone} onSaved={onSaved} />
    </Dialog>
  );
}
