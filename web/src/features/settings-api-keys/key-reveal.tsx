import type { CreatedApiKey } from '@/entities/api-key/api-key.queries';
import { sampleCommand } from '@/entities/api-key/scopes';
import { Button } from '@/shared/ui/button';
import { CopyButton } from '@/shared/ui/copy-button';
import { SecretReveal } from '@/shared/ui/secret-reveal';

/** Shows the secret of a new key once, with a command to try it. */
export function KeyReveal({ title, created, onDone }: { title: string; created: CreatedApiKey; onDone: () => void }) {
  const command = sampleCommand(created.scopes, created.key, location.origin);
  return (
    <div className="key-form">
      <SecretReveal title={title} label="API key" what="the key" secret={created.key} />
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
      <Button className="key-done" onClick={onDone}>
        Done
      </Button>
    </div>
  );
}
