import { useId } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { Button } from '@/shared/ui/button';
import { Checkbox } from '@/shared/ui/choice';
import { Field, Input } from '@/shared/ui/field';
import { Segmented } from '@/shared/ui/segmented';
import { Select } from '@/shared/ui/select';
import { ColorField } from './color-field';
import { GradientField } from './gradient-field';
import { ImageFields } from './image-fields';
import { DEFAULT_LOOK, LEVELS, type LookField, type LookForm } from './look.schema';
import { checkLook, checkMargin } from './scannability';
import { ShapeTiles } from './shape-tiles';
import './qr-style.css';

const FRAME_OPTIONS = [
  { value: 'none', label: 'None' },
  { value: 'label', label: 'Label' },
  { value: 'ticket', label: 'Ticket' },
  { value: 'sticker', label: 'Sticker' },
] as const;

const SIZES = [256, 512, 1024, 2048, 4096];
/** Share of the code that may be damaged, in percent, by error correction level. */
const RECOVERABLE = { L: '7', M: '15', Q: '25', H: '30' };

/** Colors, shapes, error correction, margin and size of a code. */
export function StyleFields({ field: name }: { field: LookField }) {
  const { formState, control, register, setValue, watch } = useFormContext<LookForm>();
  const [size, level, margin, background, frameStyle, logo] = watch([
    `${name}.size`,
    `${name}.level`,
    `${name}.margin`,
    `${name}.background`,
    `${name}.frameStyle`,
    `${name}.logo`,
  ]);
  const transparentId = useId();
  const errors = formState.errors[name];
  const sizes = [...new Set([...SIZES, size])].sort((a, b) => a - b);
  return (
    <>
      <fieldset className="qr-group">
        <legend className="ui-label">Colors</legend>
        <div className="qr-pair">
          <ColorField name={`${name}.dark`} label="Modules" error={colorError(errors?.dark)} />
          <ColorField name={`${name}.light`} label="Background" error={errors?.light?.message} />
        </div>
        <ColorNotice field={name} />
        <GradientField field={name} />
        <label className="qr-check" htmlFor={transparentId}>
          <Checkbox
            id={transparentId}
            checked={background === 'transparent'}
            onChange={(event) =>
              setValue(`${name}.background`, event.target.checked ? 'transparent' : '', { shouldDirty: true })
            }
          />
          Transparent margin
        </label>
      </fieldset>
      <ShapeTiles field={name} />
      <ImageFields field={name} />
      <fieldset className="qr-group">
        <legend className="ui-label">Frame</legend>
        <Controller
          name={`${name}.frameStyle`}
          control={control}
          render={({ field }) => (
            <Segmented label="Frame" value={field.value} options={FRAME_OPTIONS} onChange={field.onChange} />
          )}
        />
        {frameStyle !== 'none' && (
          <Field label="Caption" error={errors?.caption?.message}>
            {(input) => <Input {...input} placeholder="Scan me" autoComplete="off" {...register(`${name}.caption`)} />}
          </Field>
        )}
      </fieldset>
      <div className="ui-field qr-level">
        <span className="ui-label">Error correction</span>
        <Controller
          name={`${name}.level`}
          control={control}
          render={({ field }) => (
            <Segmented
              label="Error correction"
              value={field.value}
              options={LEVELS.map((value) => ({ value, label: value }))}
              onChange={field.onChange}
            />
          )}
        />
        <p className="ui-hint">
          {logo
            ? 'The logo raises it to Q or H, depending on its size.'
            : `Readable with up to ${RECOVERABLE[level]}% of the code damaged. Higher levels make the code denser.`}
        </p>
      </div>
      <div className="qr-pair">
        <Field label="Margin" error={errors?.margin?.message} hint={checkMargin(margin) ?? 'In modules.'}>
          {(input) => (
            <Input
              {...input}
              type="number"
              inputMode="numeric"
              min={0}
              max={20}
              {...register(`${name}.margin`, { valueAsNumber: true })}
            />
          )}
        </Field>
        <Field label="Size" error={errors?.size?.message} hint="For PNG and WebP. Other formats scale.">
          {(input) => (
            <Controller
              name={`${name}.size`}
              control={control}
              render={({ field }) => (
                <Select
                  {...input}
                  value={String(field.value)}
                  options={sizes.map((value) => ({ value: String(value), label: `${value} px` }))}
                  onChange={(value) => field.onChange(Number(value))}
                />
              )}
            />
          )}
        </Field>
      </div>
    </>
  );
}

/** The error of the color input. ColorNotice shows contrast errors, which are of type `custom`. */
function colorError(error: { type?: unknown; message?: string } | undefined): string | undefined {
  return error?.type === 'custom' ? undefined : error?.message;
}

/** The result of the contrast check, with an action that resets colors which scanners can't read. */
function ColorNotice({ field: name }: { field: LookField }) {
  const { setValue, watch } = useFormContext<LookForm>();
  const check = checkLook(watch(name));
  function reset() {
    setValue(`${name}.dark`, DEFAULT_LOOK.dark, { shouldDirty: true });
    setValue(`${name}.gradient`, '', { shouldDirty: true });
    setValue(`${name}.light`, DEFAULT_LOOK.light, { shouldDirty: true, shouldValidate: true });
  }
  return (
    <div className="qr-contrast" data-tone={check.tone}>
      <p role="status">{check.message}</p>
      {check.tone === 'bad' && (
        <Button size="sm" onClick={reset}>
          Reset colors
        </Button>
      )}
    </div>
  );
}
