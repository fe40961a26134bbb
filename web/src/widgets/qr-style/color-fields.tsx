import { useId } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Button } from '@/shared/ui/button';
import { Checkbox } from '@/shared/ui/checkbox';
import { ColorField } from './color-field';
import { GradientField } from './gradient-field';
import { DEFAULT_LOOK, isImage, type LookField, type LookForm } from './look.schema';
import { checkLook } from './scannability';
import './qr-style.css';

/** The colors of modules, corners and background. */
export function ColorFields({ field: name }: { field: LookField }) {
  const { control, formState, setValue } = useFormContext<LookForm>();
  const [background, dark, light] = useWatch({
    control,
    name: [`${name}.background`, `${name}.dark`, `${name}.light`],
  });
  const transparentId = useId();
  const errors = formState.errors[name];
  return (
    <fieldset className="qr-group">
      <legend className="ui-label">Colors</legend>
      <div className="qr-pair">
        <ColorField name={`${name}.dark`} label="Foreground" error={colorError(errors?.dark)} />
        <ColorField name={`${name}.light`} label="Background" error={errors?.light?.message} />
      </div>
      <ColorNotice field={name} />
      <GradientField field={name} />
      {errors?.gradient?.message && <p className="ui-hint ui-error">{errors.gradient.message}</p>}
      <div className="qr-pair">
        <ColorField
          name={`${name}.frameColor`}
          label="Corner frame color"
          inherited={dark}
          placeholder="Foreground"
          error={errors?.frameColor?.message}
        />
        <ColorField
          name={`${name}.dotColor`}
          label="Corner dot color"
          inherited={dark}
          placeholder="Foreground"
          error={errors?.dotColor?.message}
        />
      </div>
      {background !== 'transparent' && !isImage(background) && (
        <div className="qr-pair">
          <ColorField
            name={`${name}.background`}
            label="Margin color"
            inherited={light}
            placeholder="Background"
            error={errors?.background?.message}
          />
        </div>
      )}
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
  );
}

/** The error of the color input. ColorNotice shows contrast errors, which are of type `custom`. */
function colorError(error: { type?: unknown; message?: string } | undefined): string | undefined {
  return error?.type === 'custom' ? undefined : error?.message;
}

/** The result of the contrast check, with an action that resets colors which scanners can't read. */
function ColorNotice({ field: name }: { field: LookField }) {
  const { control, setValue } = useFormContext<LookForm>();
  const check = checkLook(useWatch({ control, name }));
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
