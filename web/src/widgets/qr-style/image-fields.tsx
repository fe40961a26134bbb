import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { Field, Input } from '@/shared/ui/field';
import { lazyPart } from '@/shared/ui/lazy-part';
import { MediaField } from '@/widgets/media/media-field';
import { isImage, type LookField, type LookForm, MAX_LOGO, MIN_LOGO } from './look.schema';
import './qr-style.css';

const BackgroundFocus = lazyPart(() => import('./background-focus'), 'BackgroundFocus');

const CENTER = { x: 0.5, y: 0.5 };

/** The logo and the image behind the code, from the media library. */
export function ImageFields({ field: name }: { field: LookField }) {
  const { formState, control, register, setValue } = useFormContext<LookForm>();
  const [logo, background] = useWatch({ control, name: [`${name}.logo`, `${name}.background`] });
  const errors = formState.errors[name];
  return (
    <fieldset className="qr-group">
      <legend className="ui-label">Images</legend>
      <Controller
        name={`${name}.logo`}
        control={control}
        render={({ field }) => (
          <MediaField
            label="Logo"
            mediaId={field.value}
            onChange={(id) => field.onChange(id)}
            error={errors?.logo?.message}
            optional
            plain
          />
        )}
      />
      {logo && (
        <Field
          label="Logo size"
          error={errors?.logoSize?.message}
          hint="In percent of the code. Modules behind the logo are cleared, and the error correction is raised."
        >
          {(input) => (
            <Input
              {...input}
              type="number"
              inputMode="numeric"
              min={MIN_LOGO}
              max={MAX_LOGO}
              {...register(`${name}.logoSize`, { valueAsNumber: true })}
            />
          )}
        </Field>
      )}
      <MediaField
        label="Background image"
        mediaId={isImage(background) ? background : ''}
        onChange={(id, media) => {
          const { x, y } = media?.focalPoint ?? CENTER;
          setValue(`${name}.focalX`, Math.round(x * 100), { shouldDirty: true });
          setValue(`${name}.focalY`, Math.round(y * 100), { shouldDirty: true });
          setValue(`${name}.background`, id, { shouldDirty: true, shouldValidate: true });
        }}
        error={isImage(background) ? errors?.background?.message : undefined}
        optional
        plain
      />
      {isImage(background) && (
        <>
          <p className="ui-hint">The image is lightened, so that scanners find the code on it.</p>
          <BackgroundFocus field={name} mediaId={background} />
        </>
      )}
    </fieldset>
  );
}
