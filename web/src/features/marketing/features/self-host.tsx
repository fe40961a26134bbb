import { BlinkEye } from '@/shared/ui/blink-eye';
import { Button } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';

const COMMAND = 'make build && bin/linnet serve';

const FACTS = [
  { name: 'Setup', text: 'One binary with the web app and the databases built in' },
  { name: 'Data', text: 'One folder on your disk' },
  {
    name: 'Scale',
    text: 'A million links and a hundred million clicks on one machine; PostgreSQL is optional',
  },
  { name: 'Plans', text: 'Switch limits off with LINNET_PLANS=off' },
] as const;

/** Self-hosting, with the command to copy. */
export function SelfHost() {
  return (
    <section id="self-host" className="site-band" aria-labelledby="self-host-title">
      <div className="site-wrap">
        <div className="features-host">
          <div>
            <h2 id="self-host-title">Run it on your own server</h2>
            <p>The self-hosted version is the same program that runs here, with every feature included.</p>
            <Command />
          </div>
          <dl>
            {FACTS.map(({ name, text }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </section>
  );
}

function Command() {
  return (
    <div className="features-command" data-island="copy-command">
      <code>
        <span aria-hidden="true">$ </span>
        <span data-part="command">{COMMAND}</span>
      </code>
      <Button tone="quiet" data-part="copy">
        <span className="contents" data-part="idle">
          <Icon name="copy" />
          Copy
        </span>
        <span className="contents" data-part="copied" hidden>
          <BlinkEye size={16} blinkKey="copied" />
          Copied
        </span>
      </Button>
      <span className="ui-sr-only" role="status" data-part="status" />
    </div>
  );
}
