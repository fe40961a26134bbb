import { useState } from 'react';
import { CopyButton } from '@/shared/ui/copy-button';
import { Dialog } from '@/shared/ui/dialog';
import { Input } from '@/shared/ui/field';
import { useReport } from '@/widgets/report/report-context';
import { ShareForm } from './share-form';
import { ShareList } from './share-list';
import './share.css';

interface Props {
  /** The subject of the report: "Analytics", or a link's alias. */
  name: string;
  onClose: () => void;
}

/** Creates public pages of a report, and lists them. */
export function ShareDialog({ name, onClose }: Props) {
  const { linkId } = useReport();
  const [created, setCreated] = useState<{ url: string; copied: boolean } | null>(null);
  return (
    <Dialog
      open
      onClose={onClose}
      width={560}
      title={`Share ${name}`}
      description="Creates a public page with the data listed below. Visitors can filter it further."
    >
      {created ? (
        <div className="share-made" role="status">
          <b>{created.copied ? 'Public page created, link copied' : 'Public page created'}</b>
          <div className="ui-joined ui-full">
            <Input
              readOnly
              aria-label="Link to the page"
              value={created.url}
              onFocus={(event) => event.target.select()}
            />
            <CopyButton text={created.url} what="the link" tone="primary" />
          </div>
          <p className="ui-hint">
            {created.copied ? 'Save this link.' : 'Copy this link now.'} It won't be shown again.{' '}
            <button type="button" className="ui-more ui-link" onClick={() => setCreated(null)}>
              Create another
            </button>
          </p>
        </div>
      ) : (
        <ShareForm name={name} onCreated={(url, copied) => setCreated({ url, copied })} />
      )}
      <h3 className="share-title">Shared pages</h3>
      <ShareList linkId={linkId} />
    </Dialog>
  );
}
