import { useQuery } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';
import { mediaDetail } from '@/entities/media/media.queries';
import { FocalPoint } from '@/widgets/media/focal-point';
import type { LookField, LookForm } from './look.schema';

/** The point of the background image that stays visible where the picture crops the image. */
export function BackgroundFocus({ field: name, mediaId }: { field: LookField; mediaId: string }) {
  const { control, setValue } = useFormContext<LookForm>();
  const [x, y] = useWatch({ control, name: [`${name}.focalX`, `${name}.focalY`] });
  const { data: media } = useQuery(mediaDetail(mediaId));
  if (!media) return null;
  return (
    <FocalPoint
      src={media.previewUrl}
      hint="Click the image or move the sliders. This point stays visible where the code crops the image."
      x={x}
      y={y}
      onMove={(point) => {
        setValue(`${name}.focalX`, point.x, { shouldDirty: true });
        setValue(`${name}.focalY`, point.y, { shouldDirty: true });
      }}
    />
  );
}
