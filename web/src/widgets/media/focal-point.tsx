import type { PointerEvent, ReactNode } from 'react';
import { t } from '@/shared/i18n/t';
import { Field } from '@/shared/ui/field';
import './media.css';

/** A position in an image, in whole percent of its width and height. */
export interface Percent {
  x: number;
  y: number;
}

interface Props extends Percent {
  /** The address of the image. */
  src: string;
  hint: string;
  onMove: (point: Percent) => void;
  /** Examples of crops. */
  children?: ReactNode;
}

/** An image with its focal point, which a click, a drag or the sliders move. */
export function FocalPoint({ src, hint, x, y, onMove, children }: Props) {
  function onPointer(event: PointerEvent<HTMLElement>) {
    if (event.type === 'pointerdown') event.currentTarget.setPointerCapture?.(event.pointerId);
    else if (event.buttons === 0) return;
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    onMove({ x: percent((event.clientX - left) / width), y: percent((event.clientY - top) / height) });
  }

  return (
    <fieldset className="media-focal">
      <legend>{t('Focal point')}</legend>
      <p className="ui-hint">{hint}</p>
      <div
        className="media-focal-image"
        data-testid="focal-image"
        aria-hidden="true"
        onPointerDown={onPointer}
        onPointerMove={onPointer}
      >
        <img src={src} alt="" draggable={false} />
        <i style={{ left: `${x}%`, top: `${y}%` }} />
      </div>
      {children}
      <Slider label={t('From the left')} value={x} onChange={(value) => onMove({ x: value, y })} />
      <Slider label={t('From the top')} value={y} onChange={(value) => onMove({ x, y: value })} />
    </fieldset>
  );
}

/** A part of a side, which may be outside of it, as a percentage from 0 to 100. */
const percent = (part: number) => Math.round(Math.min(1, Math.max(0, part)) * 100);

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
