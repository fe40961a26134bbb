import { useQueryClient } from '@tanstack/react-query';
import { type PointerEvent, useState } from 'react';
import * as z from 'zod/mini';
import { bioPageKeys } from '@/entities/bio-page/bio-page.queries';
import { type Media, updateImage, useInvalidateMedia } from '@/entities/media/media.queries';
import { FormSummary } from '@/shared/forms/form-summary';
import { useAppForm } from '@/shared/forms/use-app-form';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { Field, Input } from '@/shared/ui/field';
import { toast } from '@/shared/ui/toast';
import { altText, MAX_ALT } from './alt-text.schema';

type Point = Media['focalPoint'];

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
  const { x, y } = media.focalPoint;
  const form = useAppForm({
    schema,
    defaultValues: { alt: media.alt, x: Math.round(x * 100), y: Math.round(y * 100) },
    onSubmit: (values) =>
      updateImage(media.id, { alt: values.alt.trim(), focalPoint: { x: values.x / 100, y: values.y / 100 } }),
    onSuccess: () => {
      invalidate();
      void queries.invalidateQueries({ queryKey: bioPageKeys.previews });
      toast({ title: 'Image saved', text: 'The change applies to every page that shows the image.' });
      onClose();
    },
  });
  const [point, setPoint] = useState<Point>(media.focalPoint);

  function move(next: Point) {
    const at = { x: clamp(next.x), y: clamp(next.y) };
    setPoint(at);
    form.setValue('x', Math.round(at.x * 100), { shouldDirty: true });
    form.setValue('y', Math.round(at.y * 100), { shouldDirty: true });
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Adjust image"
      width={640}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form="adjust-image" tone="primary" busy={form.isPending}>
            Save image
          </Button>
        </>
      }
    >
      <form
        id="adjust-image"
        noValidate
        className="media-adjust"
        onSubmit={(event) => {
          event.stopPropagation(); // the dialog may be inside another form
          void form.submit(event);
        }}
      >
        <FormSummary messages={form.summary} />
        <Field label="Alternative text" hint="What the image shows." error={form.errorOf('alt')}>
          {(control) => <Input {...control} {...form.register('alt')} maxLength={MAX_ALT} autoComplete="off" />}
        </Field>
        <FocalPoint media={media} point={point} onMove={move} />
      </form>
    </Dialog>
  );
}

const clamp = (part: number) => Math.min(1, Math.max(0, part));

interface FocalPointProps {
  media: Media;
  point: Point;
  onMove: (point: Point) => void;
}

/** The image with its focal point, which a click, a drag or the sliders move, and the crops that result. */
function FocalPoint({ media, point, onMove }: FocalPointProps) {
  const position = { x: Math.round(point.x * 100), y: Math.round(point.y * 100) };

  function onPointer(event: PointerEvent<HTMLElement>) {
    if (event.type === 'pointerdown') event.currentTarget.setPointerCapture?.(event.pointerId);
    else if (event.buttons === 0) return;
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    onMove({ x: (event.clientX - left) / width, y: (event.clientY - top) / height });
  }

  return (
    <fieldset className="media-focal">
      <legend>Focal point</legend>
      <p className="ui-hint">
        Click the image or move the sliders. Where the image is cropped, this point stays visible.
      </p>
      <div
        className="media-focal-image"
        data-testid="focal-image"
        aria-hidden="true"
        onPointerDown={onPointer}
        onPointerMove={onPointer}
      >
        <img src={media.url} alt="" draggable={false} />
        <i style={{ left: `${position.x}%`, top: `${position.y}%` }} />
      </div>
      <ul aria-label="Crops">
        {CROPS.map((crop) => (
          <li key={crop}>
            <img
              src={media.previewUrl}
              alt={`${crop} crop`}
              data-crop={crop}
              style={{ objectPosition: `${position.x}% ${position.y}%` }}
            />
            <span className="ui-small ui-muted" aria-hidden="true">
              {crop}
            </span>
          </li>
        ))}
      </ul>
      <Slider label="From the left" value={position.x} onChange={(x) => onMove({ ...point, x: x / 100 })} />
      <Slider label="From the top" value={position.y} onChange={(y) => onMove({ ...point, y: y / 100 })} />
    </fieldset>
  );
}

const CROPS = ['Round', 'Square'] as const;

function Slider({ label, value, onChange }: { label: string; value: number; onChange: (value: number) => void }) {
  return (
    <Field label={label}>
      {(control) => (
        <input
          {...control}
          type="range"
          min={0}
          max={100}
          value={value}
          aria-valuetext={`${value}%`}
          onChange={(event) => onChange(event.target.valueAsNumber)}
        />
      )}
    </Field>
  );
}
