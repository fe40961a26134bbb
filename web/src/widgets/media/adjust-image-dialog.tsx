import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { bioPageKeys } from '@/entities/bio-page/bio-page.queries';
import { type Media, updateImage, useInvalidateMedia } from '@/entities/media/media.queries';
import { FormDialog } from '@/shared/forms/form-dialog';
import { useAppForm } from '@/shared/forms/use-app-form';
import { t } from '@/shared/i18n/t';
import { Field, Input } from '@/shared/ui/field';
import { toast } from '@/shared/ui/toast';
import { altText, MAX_ALT } from './alt-text.schema';
import { FocalPoint, type Percent } from './focal-point';

const percent = z.number().check(z.minimum(0), z.maximum(100));
const schema = z.object({ alt: altText, x: percent, y: percent });

interface Props {
  media: Media;
  onClose: () => void;
}

/** Changes the description of an image and the point that crops keep visible, on every page that shows the image. */
export function AdjustImageDialog({ media, onClose }: Props) {
  const queries = useQueryClient();
  const invalidate = useInvalidateMedia();
  const focalPoint = { x: Math.round(media.focalPoint.x * 100), y: Math.round(media.focalPoint.y * 100) };
  const form = useAppForm({
    schema,
    defaultValues: { alt: media.alt, ...focalPoint },
    onSubmit: (values) =>
      updateImage(media.id, { alt: values.alt.trim(), focalPoint: { x: values.x / 100, y: values.y / 100 } }),
    onSuccess: () => {
      invalidate();
      void queries.invalidateQueries({ queryKey: bioPageKeys.previews });
      toast({ title: t('Image saved'), text: t('The change applies to every page that shows the image.') });
      onClose();
    },
  });
  const [point, setPoint] = useState(focalPoint);

  function move(next: Percent) {
    setPoint(next);
    form.setValue('x', next.x, { shouldDirty: true });
    form.setValue('y', next.y, { shouldDirty: true });
  }

  return (
    <FormDialog form={form} onClose={onClose} title={t('Adjust image')} action={t('Save image')} width={640}>
      <div className="media-adjust">
        <Field label={t('Alternative text')} hint={t('What the image shows.')} error={form.errorOf('alt')}>
          {(control) => <Input {...control} {...form.register('alt')} maxLength={MAX_ALT} autoComplete="off" />}
        </Field>
        <FocalPoint
          src={media.url}
          hint={t('Click the image or move the sliders. Where the image is cropped, this point stays visible.')}
          {...point}
          onMove={move}
        >
          <ul aria-label={t('Crops')}>
            {CROPS.map((crop) => (
              <li key={crop}>
                <img
                  src={media.previewUrl}
                  alt={t('{crop} crop', { crop })}
                  data-crop={crop}
                  style={{ objectPosition: `${point.x}% ${point.y}%` }}
                />
                <span className="ui-small ui-muted" aria-hidden="true">
                  {crop}
                </span>
              </li>
            ))}
          </ul>
        </FocalPoint>
      </div>
    </FormDialog>
  );
}

const CROPS = [t('Round'), t('Square')] as const;
