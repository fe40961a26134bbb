import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { type Media, uploadImage, useInvalidateMedia } from '@/entities/media/media.queries';
import { useAppForm } from '@/shared/forms/use-app-form';
import { useEventCallback } from '@/shared/hooks/use-event-callback';
import { Button } from '@/shared/ui/button';
import { Field, Input } from '@/shared/ui/field';
import { ProgressTrack } from '@/shared/ui/progress-track';
import { UploadField } from '@/shared/ui/upload-field';
import { line } from '../forms/fields.schema';

const TYPES = 'image/jpeg,image/png,image/gif,image/webp';
const MAX_ALT = 300;
const MAX_MIB = 10;
const schema = z.object({ alt: line(MAX_ALT, 'Describe the image for people who cannot see it.') });

/** Why a file is not uploaded at all; null for one that the server may accept. */
function rejection(file: File): Error | null {
  if (file.size > MAX_MIB << 20) return new Error(`An image has at most ${MAX_MIB} MiB. Save it smaller.`);
  if (!TYPES.split(',').includes(file.type)) return new Error('Choose a JPEG, PNG, GIF or WebP file.');
  return null;
}

/** Uploads an image that is chosen, dropped or pasted. An error leaves the file and its description in place. */
export function UploadImage({ onUploaded }: { onUploaded: (media: Media) => void }) {
  const [file, setFile] = useState<File | null>(null);
  const [error, setError] = useState<Error | null>(null);

  const take = useEventCallback((given: File) => {
    const problem = rejection(given);
    setError(problem);
    if (!problem) setFile(given);
  });

  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const pasted = [...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'));
      if (pasted) take(pasted);
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, [take]);

  if (file) return <DescribeImage file={file} onUploaded={onUploaded} onDiscard={() => setFile(null)} />;
  return (
    <div className="media-drop">
      <UploadField title="Drop or paste an image" accept={TYPES} progress={null} error={error} onFile={take}>
        JPEG, PNG, GIF or WebP, at most {MAX_MIB} MiB. Location and other metadata are removed.
      </UploadField>
    </div>
  );
}

interface DescribeProps {
  file: File;
  onUploaded: (media: Media) => void;
  onDiscard: () => void;
}

function DescribeImage({ file, onUploaded, onDiscard }: DescribeProps) {
  const [progress, setProgress] = useState(0);
  const invalidate = useInvalidateMedia();
  const preview = usePreview(file);
  const form = useAppForm({
    schema,
    defaultValues: { alt: '' },
    onSubmit: ({ alt }) => {
      setProgress(0);
      return uploadImage(file, alt.trim(), setProgress);
    },
    onSuccess: (media) => {
      invalidate();
      onUploaded(media);
    },
  });
  return (
    <form
      noValidate
      className="media-upload"
      onSubmit={(event) => {
        event.stopPropagation(); // the dialog may be inside another form
        void form.submit(event);
      }}
    >
      {preview && <img src={preview} alt="The chosen file" />}
      <div className="media-upload-fields">
        <Field label="Alternative text" hint="What the image shows." error={form.errorOf('alt')}>
          {(control) => <Input {...control} {...form.register('alt')} maxLength={MAX_ALT} autoComplete="off" />}
        </Field>
        {form.isPending && (
          <ProgressTrack calm className="ui-full" label="Upload" value={Math.round(progress * 100)} max={100} />
        )}
        {form.summary.map((message) => (
          <p key={message} className="ui-hint ui-error" role="alert">
            {message}
          </p>
        ))}
        <p className="media-actions">
          <Button type="submit" tone="primary" busy={form.isPending}>
            Upload image
          </Button>
          <Button disabled={form.isPending} onClick={onDiscard}>
            Choose another file
          </Button>
        </p>
      </div>
    </form>
  );
}

/** Returns a URL of the file for this page, which is released with the component. */
function usePreview(file: File): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}
