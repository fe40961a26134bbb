import { Controller, useFormContext } from 'react-hook-form';
import { Button } from '@/shared/ui/button';
import { Field, Input } from '@/shared/ui/field';
import { Segmented } from '@/shared/ui/segmented';
import { Select } from '@/shared/ui/select';
import { ColorField } from './color-field';
import { DEFAULT_LOOK, DOTS, FRAMES, LEVELS, type LookField, type LookForm, MODULES } from './look.schema';
import { checkColors, checkMargin } from './scannability';
import './qr-style.css';

const SIZES = [256, 512, 1024, 2048, 4096];
/** Share of the code that may be damaged, in percent, by error correction level. */
const RECOVERABLE = { L: '7', M: '15', Q: '25', H: '30' };

/** Colors, error correction, margin and size of a code, with scannability checks. */
export function StyleFields({ field: name }: { field: LookField }) {
  const { formState, control, register, watch } = useFormContext<LookForm>();
  const [size, level, margin] = watch([`${name}.size`, `${name}.level`, `${name}.margin`]);
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
      </fieldset>
      <fieldset className="qr-group">
        <legend className="ui-label">Shapes</legend>
        <div className="qr-pair">
          <ShapeField
            name={`${name}.modules`}
            label="Module shape"
            options={MODULES}
            error={errors?.modules?.message}
          />
          <ShapeField name={`${name}.frame`} label="Corner frames" options={FRAMES} error={errors?.frame?.message} />
        </div>
        <div className="qr-pair">
          <ShapeField name={`${name}.dot`} label="Corner dots" options={DOTS} error={errors?.dot?.message} />
        </div>
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
          Readable with up to {RECOVERABLE[level]}% of the code damaged. Higher levels make the code denser.
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
        <Field label="Size" error={errors?.size?.message} hint="For PNG. SVG scales to any size.">
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

interface ShapeFieldProps {
  name: `${LookField}.${'modules' | 'frame' | 'dot'}`;
  label: string;
  options: readonly string[];
  error: string | undefined;
}

/** A select of shapes. */
function ShapeField({ name, label, options, error }: ShapeFieldProps) {
  const { control } = useFormContext<LookForm>();
  return (
    <Field label={label} error={error}>
      {(input) => (
        <Controller
          name={name}
          control={control}
          render={({ field }) => (
            <Select
              {...input}
              value={field.value}
              options={options.map((value) => ({ value, label: value[0]?.toUpperCase() + value.slice(1) }))}
              onChange={field.onChange}
            />
          )}
        />
      )}
    </Field>
  );
}

/** The error of the color input. ColorNotice shows contrast errors, which are of type `custom`. */
function colorError(error: { type?: unknown; message?: string } | undefined): string | undefined {
  return error?.type === 'custom' ? undefined : error?.message;
}

/** The result of the contrast check, with an action that resets colors which scanners can't read. */
function ColorNotice({ field: name }: { field: LookField }) {
  const { setValue, watch } = useFormContext<LookForm>();
  const check = checkColors(...watch([`${name}.dark`, `${name}.light`]));
  function reset() {
    setValue(`${name}.dark`, DEFAULT_LOOK.dark, { shouldDirty: true });
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
