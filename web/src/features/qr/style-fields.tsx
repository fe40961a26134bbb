import { Controller, useFormContext } from 'react-hook-form';
import { Button } from '@/shared/ui/button';
import { Field, Input } from '@/shared/ui/field';
import { Segmented } from '@/shared/ui/segmented';
import { Select } from '@/shared/ui/select';
import { ColourField } from './colour-field';
import { DEFAULT_LOOK, LEVELS, type QrForm } from './qr-form.schema';
import { judgeColours, judgeMargin } from './scannability';

const SIZES = [256, 512, 1024, 2048, 4096];
const SURVIVES = { L: '7', M: '15', Q: '25', H: '30' };

/** How the code is drawn, with what scanners make of it. */
export function LookFields() {
  const { formState, control, register, watch } = useFormContext<QrForm>();
  const [size, level, margin] = watch(['look.size', 'look.level', 'look.margin']);
  const faults = formState.errors.look;
  const sizes = [...new Set([...SIZES, size])].sort((a, b) => a - b);
  return (
    <>
      <fieldset className="qr-group">
        <legend className="ui-label">Colours</legend>
        <div className="two-fields">
          <ColourField name="look.dark" label="Modules" error={colourFault(faults?.dark)} />
          <ColourField name="look.light" label="Background" error={faults?.light?.message} />
        </div>
        <ColourVerdict />
      </fieldset>
      <div className="ui-field">
        <span className="ui-label">Error correction</span>
        <Controller
          name="look.level"
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
          Still read with about {SURVIVES[level]}% of it covered or scratched. More makes it denser.
        </p>
      </div>
      <div className="two-fields">
        <Field label="Margin" error={faults?.margin?.message} hint={judgeMargin(margin) ?? 'Modules around the code.'}>
          {(input) => (
            <Input
              {...input}
              type="number"
              inputMode="numeric"
              min={0}
              max={20}
              {...register('look.margin', { valueAsNumber: true })}
            />
          )}
        </Field>
        <Field label="Size" error={faults?.size?.message} hint="Size of the PNG. An SVG scales to any size.">
          {(input) => (
            <Controller
              name="look.size"
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

/** The verdict below says what is wrong with two whole colours; here stands what the server or the shape found. */
function colourFault(fault: { type?: unknown; message?: string } | undefined): string | undefined {
  return fault?.type === 'custom' ? undefined : fault?.message;
}

/** The rule of scanners, applied to the two colours: dark on light, far enough apart. */
function ColourVerdict() {
  const { setValue, watch } = useFormContext<QrForm>();
  const verdict = judgeColours(...watch(['look.dark', 'look.light']));
  function reset() {
    setValue('look.dark', DEFAULT_LOOK.dark, { shouldDirty: true });
    setValue('look.light', DEFAULT_LOOK.light, { shouldDirty: true, shouldValidate: true });
  }
  return (
    <div className="qr-contrast" data-tone={verdict.tone}>
      <p role="status">{verdict.says}</p>
      {verdict.tone === 'bad' && (
        <Button size="sm" onClick={reset}>
          Ink on white
        </Button>
      )}
    </div>
  );
}
