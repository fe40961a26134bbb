import { Controller, useFormContext } from 'react-hook-form';
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

/** The design around the code, with its caption. */
export function FrameFields({ field: name }: { field: LookField }) {
  const { formState, control, register, watch } = useFormContext<LookForm>();
  const frameStyle = watch(`${name}.frameStyle`);
  return (
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
        <Field label="Caption" error={formState.errors[name]?.caption?.message}>
          {(input) => <Input {...input} placeholder="Scan me" autoComplete="off" {...register(`${name}.caption`)} />}
        </Field>
      )}
    </fieldset>
  );
}
