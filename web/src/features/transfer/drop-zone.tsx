import clsx from 'clsx';
import { useId, useState } from 'react';
import { messageOf } from '@/shared/api/errors';
import { buttonClass } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { useUpload } from './import.queries';

/** Uploads a file that is dropped or selected. */
export function DropZone({ onUploaded }: { onUploaded: (id: string) => void }) {
  const id = useId();
  const [over, setOver] = useState(false);
  const upload = useUpload();

  function uploadFirst(files: FileList | null) {
    const file = files?.[0];
    if (file && !upload.isPending) upload.mutate(file, { onSuccess: (job) => onUploaded(job.id) });
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the file input inside does the same.
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
        uploadFirst(event.dataTransfer.files);
      }}
    >
      <Icon name="upload" />
      <h2>{upload.isPending ? 'Uploading…' : 'Drop a CSV file here'}</h2>
      <p className="ui-muted">
        An export from Bitly, Rebrandly, YOURLS, Shlink, Kutt, Dub, Short.io or Linnet, or any CSV with a column of
        URLs. UTF-8, up to 50 MB.
      </p>
      <input
        id={id}
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        className="ui-sr-only"
        disabled={upload.isPending}
        aria-describedby={upload.isError ? `${id}-error` : undefined}
        onChange={(event) => {
          uploadFirst(event.target.files);
          event.target.value = ''; // allows selecting the same file again after it was fixed
        }}
      />
      <label htmlFor={id} className={buttonClass({ tone: 'primary' })}>
        Choose file
      </label>
      {upload.isError && (
        <p id={`${id}-error`} className="ui-hint ui-error" role="alert">
          {messageOf(upload.error)}
        </p>
      )}
    </div>
  );
}
