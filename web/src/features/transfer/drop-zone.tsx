import clsx from 'clsx';
import { useId, useState } from 'react';
import { messageOf } from '@/shared/api/errors';
import { buttonClass } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { useUpload } from './import.queries';

/** Where a file is dropped or chosen. */
export function DropZone({ onUploaded }: { onUploaded: (id: string) => void }) {
  const id = useId();
  const [over, setOver] = useState(false);
  const upload = useUpload();

  function take(files: FileList | null) {
    const file = files?.[0];
    if (file && !upload.isPending) upload.mutate(file, { onSuccess: (job) => onUploaded(job.id) });
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the file input in it does the same.
    <div
      className={clsx('transfer-drop', over && 'transfer-over')}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files);
      }}
    >
      <Icon name="upload" />
      <h2>{upload.isPending ? 'Reading the file…' : 'Drop a CSV file here'}</h2>
      <p className="ui-muted">
        An export of Bitly, Rebrandly, YOURLS, Shlink, Kutt, Dub, Short.io or Linnet, or a table of your own with a
        column of addresses. UTF-8, at most 50 MB.
      </p>
      <input
        id={id}
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        className="ui-sr-only"
        disabled={upload.isPending}
        aria-describedby={upload.isError ? `${id}-fault` : undefined}
        onChange={(event) => {
          take(event.target.files);
          event.target.value = ''; // the same file can be chosen again once it is mended
        }}
      />
      <label htmlFor={id} className={buttonClass({ tone: 'primary' })}>
        Choose a file
      </label>
      {upload.isError && (
        <p id={`${id}-fault`} className="ui-hint ui-error" role="alert">
          {messageOf(upload.error)}
        </p>
      )}
    </div>
  );
}
