import type { ComponentProps } from 'react';
import type { FieldValues, Path, UseFormRegister } from 'react-hook-form';
import { Field, Input } from '@/shared/ui/field';

interface Props<Values extends FieldValues>
  extends Pick<ComponentProps<typeof Input>, 'inputMode' | 'placeholder' | 'maxLength'> {
  form: { register: UseFormRegister<Values>; errorOf: (name: Path<Values>) => string | undefined };
  name: Path<Values>;
  label: string;
  hint?: string;
  /** Called with the text after each edit. */
  onEdit?: (text: string) => void;
}

/** A labelled text input of a block's form. */
export function TextInput<Values extends FieldValues>({ form, name, label, hint, onEdit, ...input }: Props<Values>) {
  return (
    <Field label={label} hint={hint} error={form.errorOf(name)}>
      {(control) => (
        <Input
          {...control}
          {...input}
          {...form.register(name, { onChange: (event) => onEdit?.(event.target.value) })}
          autoComplete="off"
          spellCheck={input.inputMode === undefined}
        />
      )}
    </Field>
  );
}
