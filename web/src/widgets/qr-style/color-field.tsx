import { useFormContext, useWatch } from 'react-hook-form';
import { Field, Input } from '@/shared/ui/field';
import { EyeDropperButton } from './eye-dropper-button';
import type { LookField, LookForm } from './look.schema';
import { isColor } from './scannability';

interface Props {
  name: `${LookField}.${'dark' | 'light' | 'background' | 'frameColor' | 'dotColor'}`;
  label: string;
  error?: string;
  /** Used while the field is empty, which is then allowed. */
  inherited?: string;
  /** Says what is inherited. */
  placeholder?: string;
}

/** A color picker with a text input for the hex value. */
export function ColorField({ name, label, error, inherited, placeholder }: Props) {
  const { control, register, setValue } = useFormContext<LookForm>();
  const value = useWatch({ control, name }) || inherited || '';
  const set = (color: string) => setValue(name, color, { shouldDirty: true, shouldValidate: true });
  return (
    <Field label={label} error={error}>
      {(input) => (
        <span className="qr-color">
          <input
            type="color"
            aria-label={`Pick ${label.toLowerCase()}`}
            value={isColor(value) ? value.toLowerCase() : '#000000'}
            onChange={(event) => set(event.target.value)}
          />
          <Input
            {...input}
            className="ui-mono"
            maxLength={7}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder={placeholder}
            {...register(name)}
          />
          <EyeDropperButton label={`Pick ${label.toLowerCase()} from the screen`} onPick={set} />
        </span>
      )}
    </Field>
  );
}
