import { useState } from 'react';
import { CopyButton } from '@/shared/ui/copy-button';
import { Dialog } from '@/shared/ui/dialog';
import { Input } from '@/shared/ui/field';
import type { ReportView } from '@/widgets/report/use-report';
import { ShareForm } from './share-form';
import { ShareList } from './share-list';
import './share.css';

interface Props {
  view: ReportView;
  /** What the figures are about, in words. */
  name: string;
  onClose: () => void;
}

/** Lets people without an account see figures, and ends it. */
export function ShareDialog({ view, name, onClose }: Props) {
  const [made, setMade] = useState<{ url: string; copied: boolean } | null>(null);
  return (
    <Dialog
      open
      onClose={onClose}
      width={560}
      title={`Share ${name}`}
      description="Creates a public page with exactly what is listed here. Visitors can narrow it, but see nothing else."
    >
      {made ? (
        <div className="share-made" role="status">
          <b>{made.copied ? 'The page is public, and its link is copied' : 'The page is public'}</b>
          <div className="ui-joined ui-full">
            <Input readOnly aria-label="Link to the page" value={made.url} onFocus={(event) => event.target.select()} />
            <CopyButton text={made.url} what="the link" tone="primary" />
          </div>
          <p className="ui-hint">
            {made.copied ? 'Keep this link.' : 'Copy this link now.'} It won't be shown again.{' '}
            <button type="button" className="ui-more ui-link" onClick={() => setMade(null)}>
              Create another
            </button>
          </p>
        </div>
      ) : (
        <ShareForm view={view} name={name} onMade={(url, copied) => setMade({ url, copied })} />
      )}
      <h3 className="share-title">Shared pages</h3>
      <ShareList linkId={view.linkId} />
    </Dialog>
  );
}
