import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { type Media, uploadImage, useInvalidateMedia } from '@/entities/media/media.queries';
import { isLimitReached } from '@/shared/api/errors';
import { useAppForm } from '@/shared/forms/use-app-form';
import { useEventCallback } from '@/shared/hooks/use-event-callback';
import { t } from '@/shared/i18n/t';
import { Button } from '@/shared/ui/button';
import { Field, Input } from '@/shared/ui/field';
import { lazyPart } from '@/shared/ui/lazy-part';
import { ProgressTrack } from '@/shared/ui/progress-track';
import { UploadField } from '@/shared/ui/upload-field';
import { PlansLink } from '../plans/plans-link';
import { altText, MAX_ALT } from './alt-text.schema';
import { isSvg, rasterizeSvg } from './rasterize-svg';

const CropImage = lazyPart(() => import('./crop-image'), 'CropImage');

const TYPES = 'image/jpeg,image/png,image/gif,image/webp,image/svg+xml';
const MAX_MIB = 10;
const schema = z.object({ alt: altText });

/** Why a file is not uploaded at all; null for one that the server may accept. */
function rejection(file: File): Error | null {
  if (file.size > MAX_MIB << 20) return new Error(`An image has at most ${MAX_MIB} MiB. Save it smaller.`);
  if (!TYPES.split(',').includes(file.type)) return new Error('Choose a JPEG, PNG, GIF, WebP or SVG file.');
  return null;
}

interface Props {
  /** The first file; chosen here by default. */
  file?: File;
  /** The image is decoration, such as a logo: it is described by its file name. */
  plain?: boolean;
  onUploaded: (media: Media) => void;
}

/** Uploads an image that is chosen, dropped or pasted. An error leaves the file and its description in place. */
export function UploadImage({ file: given, plain = false, onUploaded }: Props) {
  const [error, setError] = useState<Error | null>(() => (given ? rejection(given) : null));
  const [file, setFile] = useState<File | null>(given && !error && !isSvg(given) ? given : null);

  const take = useEventCallback(async (taken: File) => {
    const problem = rejection(taken);
    setError(problem);
    if (problem) return;
    try {
      setFile(isSvg(taken) ? await rasterizeSvg(taken) : taken);
    } catch (failure) {
      setError(failure as Error);
    }
  });

  useEffect(() => {
    if (given && isSvg(given)) void take(given);
  }, [given, take]);

  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const pasted = [...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'));
      if (pasted) void take(pasted);
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, [take]);

  if (file) return <DescribeImage file={file} plain={plain} onChange={setFile} onUploaded={onUploaded} />;
  return (
    <div className="media-drop">
      <UploadField title={t('Drop or paste an image')} accept={TYPES} progress={null} error={error} onFile={take}>
        {t('JPEG, PNG, GIF, WebP or SVG, at most {max} MiB. Location and other metadata are removed.', {
          max: MAX_MIB,
        })}
      </UploadField>
    </div>
  );
}

interface DescribeProps {
  file: File;
  plain: boolean;
  /** Called with a part of the image, or null for another choice. */
  onChange: (file: File | null) => void;
  onUploaded: (media: Media) => void;
}

/** The name of a file without its extension, as a description. */
const nameOf = (file: File) =>
  file.name
    .replace(/\.\w+$/, '')
    .trim()
    .slice(0, MAX_ALT) || t('Image');

function DescribeImage({ file, plain, onChange, onUploaded }: DescribeProps) {
  const [cropping, setCropping] = useState(false);
  const [progress, setProgress] = useState(0);
  const invalidate = useInvalidateMedia();
  const preview = usePreview(file);
  const form = useAppForm({
    schema,
    defaultValues: { alt: plain ? nameOf(file) : '' },
    onSubmit: ({ alt }) => {
      setProgress(0);
      return uploadImage(file, alt.trim(), setProgress);
    },
    onSuccess: (media) => {
      invalidate();
      onUploaded(media);
    },
  });
  if (cropping && preview) {
    return (
      <CropImage
        file={file}
        source={preview}
        onCancel={() => setCropping(false)}
        onCropped={(part) => {
          setCropping(false);
          onChange(part);
        }}
      />
    );
  }
  return (
    <form
      noValidate
      className="media-upload"
      onSubmit={(event) => {
        event.stopPropagation(); // the dialog may be inside another form
        void form.submit(event);
      }}
    >
      {preview && <img src={preview} alt={t('The chosen file')} />}
      <div className="media-upload-fields">
        {!plain && (
          <Field label={t('Alternative text')} hint={t('What the image shows.')} error={form.errorOf('alt')}>
            {(control) => <Input {...control} {...form.register('alt')} maxLength={MAX_ALT} autoComplete="off" />}
          </Field>
        )}
        {form.isPending && (
          <ProgressTrack calm className="ui-full" label={t('Upload')} value={Math.round(progress * 100)} max={100} />
        )}
        {form.summary.map((message) => (
          <p key={message} className="ui-hint ui-error" role="alert">
            {message} {isLimitReached(form.mutation.error) && <PlansLink />}
          </p>
        ))}
        <p className="media-actions">
          <Button type="submit" tone="primary" busy={form.isPending}>
            {t('Upload image')}
          </Button>
          <Button disabled={form.isPending || !preview} onClick={() => setCropping(true)}>
            {t('Crop')}
          </Button>
          <Button disabled={form.isPending} onClick={() => onChange(null)}>
            {t('Choose another file')}
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
