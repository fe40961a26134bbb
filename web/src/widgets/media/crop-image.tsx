import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import ReactCrop, { centerCrop, makeAspectCrop, type PercentCrop } from 'react-image-crop';
import { t } from '@/shared/i18n/t';
import 'react-image-crop/dist/ReactCrop.css';
import { messageOf } from '@/shared/api/errors';
import { Button } from '@/shared/ui/button';
import { Segmented } from '@/shared/ui/segmented';
import { cropFile } from './crop-file';

const SHAPES = [
  { value: 'free', label: t('Free') },
  { value: 'square', label: t('Square') },
  { value: 'wide', label: '16:9' },
] as const;

type Shape = (typeof SHAPES)[number]['value'];

const ASPECTS: Record<Shape, number | undefined> = { free: undefined, square: 1, wide: 16 / 9 };

/** The edges and corners of the selection, which the arrow keys move. */
const ARIA_LABELS = {
  cropArea: t('Use the arrow keys to move the selection'),
  nwDragHandle: t('Use the arrow keys to move the north west corner of the selection'),
  nDragHandle: t('Use the up and down arrow keys to move the top edge of the selection'),
  neDragHandle: t('Use the arrow keys to move the north east corner of the selection'),
  eDragHandle: t('Use the left and right arrow keys to move the right edge of the selection'),
  seDragHandle: t('Use the arrow keys to move the south east corner of the selection'),
  sDragHandle: t('Use the up and down arrow keys to move the bottom edge of the selection'),
  swDragHandle: t('Use the arrow keys to move the south west corner of the selection'),
  wDragHandle: t('Use the left and right arrow keys to move the left edge of the selection'),
};

const INITIAL = 90;

/** A centered selection of a shape in an image. */
function selectionOf(shape: Shape, width: number, height: number): PercentCrop {
  const aspect = ASPECTS[shape];
  const size = { unit: '%', width: INITIAL, height: INITIAL } as const;
  const selection = aspect ? makeAspectCrop({ unit: '%', width: INITIAL }, aspect, width, height) : size;
  return centerCrop(selection, width, height);
}

interface Props {
  file: File;
  /** The address of the file in this page. */
  source: string;
  onCropped: (file: File) => void;
  onCancel: () => void;
}

/** Selects a part of an image before its upload. */
export function CropImage({ file, source, onCropped, onCancel }: Props) {
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  const [shape, setShape] = useState<Shape>('free');
  const [crop, setCrop] = useState<PercentCrop>();
  const apply = useMutation({ mutationFn: (selected: PercentCrop) => cropFile(file, selected), onSuccess: onCropped });

  function choose(next: Shape) {
    setShape(next);
    if (size) setCrop(selectionOf(next, size.width, size.height));
  }

  return (
    <div className="media-crop">
      <Segmented label={t('Shape of the selection')} value={shape} options={SHAPES} onChange={choose} />
      <ReactCrop
        crop={crop}
        aspect={ASPECTS[shape]}
        keepSelection
        ariaLabels={ARIA_LABELS}
        onChange={(_, selected) => setCrop(selected)}
      >
        <img
          src={source}
          alt={t('The chosen file')}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => {
            setSize({ width, height });
            setCrop(selectionOf(shape, width, height));
          }}
        />
      </ReactCrop>
      {apply.error && (
        <p className="ui-hint ui-error" role="alert">
          {messageOf(apply.error)}
        </p>
      )}
      <p className="media-actions">
        <Button tone="primary" busy={apply.isPending} disabled={!crop} onClick={() => crop && apply.mutate(crop)}>
          {t('Apply crop')}
        </Button>
        <Button disabled={apply.isPending} onClick={onCancel}>
          {t('Cancel crop')}
        </Button>
      </p>
    </div>
  );
}
