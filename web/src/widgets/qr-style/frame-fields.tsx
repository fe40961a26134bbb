import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { Field, Input } from '@/shared/ui/field';
import { Segmented } from '@/shared/ui/segmented';
import type { LookField, LookForm } from './look.schema';
import './qr-style.css';

const FRAME_OPTIONS = [
  { value: 'none', label: 'None' },
  { value: 'label', label: 'Label' },
  { value: 'ticket', label: 'Ticket' },
  { value: 'sticker', label: 'Sticker' },
] as const;

const DEFAULT_CAPTION = 'Scan me';

/** The design around the code, with its caption. A frame that is chosen before there is a caption gets the default one. */
export function FrameFields({ field: name }: { field: LookField }) {
  const { formState, control, register, setValue } = useFormContext<LookForm>();
  const [frameStyle, caption] = useWatch({ control, name: [`${name}.frameStyle`, `${name}.caption`] });

  function choose(style: (typeof FRAME_OPTIONS)[number]['value']) {
    setValue(`${name}.frameStyle`, style, { shouldDirty: true, shouldValidate: true });
    if (style !== 'none' && caption === '') setValue(`${name}.caption`, DEFAULT_CAPTION, { shouldDirty: true });
  }

  return (
    <fieldset className="qr-group">
      <legend className="ui-label">Frame</legend>
      <Controller
        name={`${name}.frameStyle`}
        control={control}
        render={({ field }) => (
          <Segmented label="Frame" value={field.value} options={FRAME_OPTIONS} onChange={choose} />
        )}
      />
      {frameStyle !== 'none' && (
        <Field
          label="Caption"
          error={formState.errors[name]?.caption?.message}
          hint={frameStyle === 'label' && caption === '' ? 'Without a caption, this frame draws nothing.' : undefined}
        >
          {(input) => <Input {...input} autoComplete="off" {...register(`${name}.caption`)} />}
        </Field>
      )}
    </fieldset>
  );
}
