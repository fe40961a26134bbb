import clsx from 'clsx';
import { type ReactNode, useId, useState } from 'react';
import { messageOf } from '@/shared/api/errors';
import { t } from '@/shared/i18n/t';
import { buttonClass } from './button';
import { Icon } from './icon';
import { ProgressTrack } from './progress-track';
import './upload-field.css';

interface Props {
  /** The heading, such as "Drop a CSV file here". */
  title: string;
  /** Accepted formats and limits. */
  children: ReactNode;
  /** The `accept` attribute of the file input. */
  accept: string;
  /** The uploaded fraction, 0 to 1; null when no upload is running. */
  progress: number | null;
  error?: unknown;
  onFile: (file: File) => void;
}

/** A file input that also accepts a dropped file, with upload progress and the error of the last upload. */
export function UploadField({ title, children, accept, progress, error, onFile }: Props) {
  const id = useId();
  const [dragging, setDragging] = useState(false);
  const busy = progress !== null;

  function takeFirst(files: FileList | null) {
    const file = files?.[0];
    if (file && !busy) onFile(file);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the file input inside does the same.
    <div
      className={clsx('ui-upload', dragging && 'ui-dragging')}
      onDragOver={(event) => {
        event.preventDefault();
        setDragging(true);
      }}
      onDragLeave={() => setDragging(false)}
      onDrop={(event) => {
        event.preventDefault();
        setDragging(false);
        takeFirst(event.dataTransfer.files);
      }}
    >
      <Icon name="upload" />
      <h2>{busy ? t('Uploading…') : title}</h2>
      {busy ? (
        <ProgressTrack calm className="ui-full" label={t('Upload')} value={Math.round(progress * 100)} max={100} />
      ) : (
        <p className="ui-muted">{children}</p>
      )}
      <input
        id={id}
        type="file"
        accept={accept}
        className="ui-sr-only"
        disabled={busy}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={(event) => {
          takeFirst(event.target.files);
          event.target.value = ''; // allows selecting the same file again after it was fixed
        }}
      />
      <label htmlFor={id} className={buttonClass({ tone: 'primary' })}>
        {t('Choose file')}
      </label>
      {error !== undefined && error !== null && (
        <p id={`${id}-error`} className="ui-hint ui-error" role="alert">
          {messageOf(error)}
        </p>
      )}
    </div>
  );
}
