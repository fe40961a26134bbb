import { useFormContext } from 'react-hook-form';
import { Field, Input } from '@/shared/ui/field';
import type { LookField, LookForm } from './look.schema';
import { isColor } from './scannability';

interface Props {
  name: `${LookField}.${'dark' | 'light' | 'frameColor' | 'dotColor'}`;
  label: string;
  error?: string;
  /** Used while the field is empty, which is then allowed. */
  inherited?: string;
}

/** A color picker with a text input for the hex value. */
export function ColorField({ name, label, error, inherited }: Props) {
  const { register, setValue, watch } = useFormContext<LookForm>();
  const value = watch(name) || inherited || '';
  return (
    <Field label={label} error={error}>
      {(control) => (
        <span className="qr-color">
          <input
            type="color"
            aria-label={`Pick ${label.toLowerCase()}`}
            value={isColor(value) ? value.toLowerCase() : '#000000'}
            onChange={(event) => setValue(name, event.target.value, { shouldDirty: true, shouldValidate: true })}
          />
          <Input
            {...control}
            className="ui-mono"
            maxLength={7}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder={inherited === undefined ? undefined : 'As modules'}
            {...register(name)}
          />
        </span>
      )}
    </Field>
  );
}
