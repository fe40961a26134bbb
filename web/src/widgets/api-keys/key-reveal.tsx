import type { ComponentProps } from 'react';
import type { CreatedApiKey } from '@/entities/api-key/api-key.queries';
import { sampleCommand } from '@/entities/api-key/scopes';
import { CopyButton } from '@/shared/ui/copy-button';
import { SecretDialog } from '@/shared/ui/secret-dialog';
import { KeySignature } from './key-signature';
import './api-keys.css';

interface Props extends Pick<ComponentProps<typeof SecretDialog>, 'width' | 'place'> {
  /** Of the secret: "API key created". */
  title: string;
  created: CreatedApiKey;
  onClose: () => void;
}

/** Shows the secret of a new key once, with a command to try it. */
export function KeyReveal({ title, created, onClose, ...dialog }: Props) {
  const command = sampleCommand(created.scopes, created.key, location.origin);
  return (
    <SecretDialog
      {...dialog}
      title={created.name}
      onClose={onClose}
      reveal={{ title, label: 'API key', what: 'the key', secret: created.key }}
    >
      {created.yourlsSignature && <KeySignature keyId={created.id} />}
      <section aria-labelledby="key-command">
        <h3 id="key-command">Try it</h3>
        <div className="key-command">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
          <pre tabIndex={0} role="region" aria-label="Command">
            {command}
          </pre>
          <CopyButton text={command} what="the command" />
        </div>
      </section>
    </SecretDialog>
  );
}
