import { useState } from 'react';
import { TIMING } from '@/shared/config/timing';
import { copyText } from '@/shared/lib/clipboard';
import { BlinkEye } from '@/shared/ui/blink-eye';
import { Button } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { toast } from '@/shared/ui/toast';

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
  const [copied, setCopied] = useState(0);
  const copy = async () => {
    if (!(await copyText(COMMAND))) {
      toast({ title: 'Couldn’t copy. Select the text and copy it by hand.', text: COMMAND, tone: 'bad' });
      return;
    }
    const mark = Date.now();
    setCopied(mark);
    setTimeout(() => setCopied((now) => (now === mark ? 0 : now)), TIMING.copiedMs);
  };
  return (
    <div className="features-command">
      <code>
        <span aria-hidden="true">$ </span>
        {COMMAND}
      </code>
      <Button tone="quiet" onClick={copy}>
        {copied ? <BlinkEye size={16} blinkKey={copied} /> : <Icon name="copy" />}
        {copied ? 'Copied' : 'Copy'}
      </Button>
      <span className="ui-sr-only" role="status">
        {copied ? 'Command copied' : ''}
      </span>
    </div>
  );
}
