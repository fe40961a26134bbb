import { useState } from 'react';
import { TIMING } from '@/shared/config/timing';
import { copyText } from '@/shared/lib/clipboard';
import { BlinkEye } from '@/shared/ui/blink-eye';
import { Button } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { toast } from '@/shared/ui/toast';

const COMMAND = 'make build && bin/linnet serve';

const FACTS = [
  { name: 'Needs', text: 'nothing: records, clicks and pages are inside' },
  { name: 'Keeps', text: 'everything in one folder, which is yours' },
  {
    name: 'Grows',
    text: 'to a million links and a hundred million clicks on one machine; records in PostgreSQL if you like',
  },
  { name: 'Plans', text: 'switched off in one line: LINNET_PLANS=off' },
] as const;

/** How to run it oneself, with the one command to copy. */
export function SelfHost() {
  return (
    <section id="self-host" className="site-band" aria-labelledby="self-host-title">
      <div className="site-wrap">
        <div className="features-host">
          <div>
            <h2 id="self-host-title">Or run it yourself, from one file.</h2>
            <p>
              Installed on a Friday, forgotten by Monday. It is the same program that runs here, with nothing held back.
            </p>
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
      toast({ title: 'The browser refused to copy', text: COMMAND, tone: 'bad' });
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
