import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { Field, Input } from '@/shared/ui/field';
import { Segmented } from '@/shared/ui/segmented';
import { Select } from '@/shared/ui/select';
import { LEVELS, type LookField, type LookForm } from './look.schema';
import { checkMargin } from './scannability';
import './qr-style.css';

const SIZES = [256, 512, 1024, 2048, 4096];
/** Share of the code that may be damaged, in percent, by error correction level. */
const RECOVERABLE = { L: '7', M: '15', Q: '25', H: '30' };

/** Error correction, margin and size of a code. */
export function CodeFields({ field: name }: { field: LookField }) {
  const { formState, control, register } = useFormContext<LookForm>();
  const [size, level, margin, logo] = useWatch({
    control,
    name: [`${name}.size`, `${name}.level`, `${name}.margin`, `${name}.logo`],
  });
  const errors = formState.errors[name];
  const sizes = [...new Set([...SIZES, size])].sort((a, b) => a - b);
  return (
    <>
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
        <Field label="Size" error={errors?.size?.message} hint="For PNG, JPEG and WebP. Other formats scale.">
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
