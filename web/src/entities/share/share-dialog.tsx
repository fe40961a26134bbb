import { useState } from 'react';
import { CopyButton } from '@/shared/ui/copy-button';
import { Dialog } from '@/shared/ui/dialog';
import { Input } from '@/shared/ui/field';
import type { ShareSubject } from './share.queries';
import { ShareForm } from './share-form';
import { ShareList } from './share-list';
import './share.css';

interface Props {
  subject: ShareSubject;
  /** The subject in words. */
  name: string;
  onClose: () => void;
}

/** Lets people without an account see figures, and ends it. */
export function ShareDialog({ subject, name, onClose }: Props) {
  const [made, setMade] = useState<string | null>(null);
  return (
    <Dialog
      open
      onClose={onClose}
      width={560}
      title={`Share ${name}`}
      description="A public page with these figures and nothing else: no account is needed, nothing can be changed."
    >
      {made ? (
        <div className="share-made" role="status">
          <b>The page is public now</b>
          <div className="joined full">
            <Input readOnly aria-label="Address of the page" value={made} onFocus={(event) => event.target.select()} />
            <CopyButton text={made} what="the address" tone="primary" />
          </div>
          <p className="hint">
            Copy the address now: only its fingerprint is kept, so that nobody can read it here later.{' '}
            <button type="button" className="more link" onClick={() => setMade(null)}>
              Make another
            </button>
          </p>
        </div>
      ) : (
        <ShareForm subject={subject} onMade={setMade} />
      )}
      <h3 className="share-title">Shared pages</h3>
      <ShareList subject={subject} />
    </Dialog>
  );
}
