import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import { FormDialog } from '@/shared/forms/form-dialog';
import { useAppForm } from '@/shared/forms/use-app-form';
import { Field } from '@/shared/ui/field';
import { PasswordInput } from '@/shared/ui/password-input';

const schema = z.object({ password: z.string().check(z.minLength(1, 'Enter your password')) });

export type PasswordBody = z.infer<typeof schema>;

interface Props<Result> {
  title: string;
  description: ReactNode;
  /** The text of the submit button. */
  action: string;
  tone?: 'primary' | 'danger';
  onSubmit: (body: PasswordBody) => Promise<Result>;
  onSuccess: (result: Result) => unknown;
  onClose: () => void;
}

/** Confirms a change of credentials with the password. */
export function PasswordDialog<Result>(props: Props<Result>) {
  const { title, description, action, tone = 'primary', onSubmit, onSuccess, onClose } = props;
  const form = useAppForm({ schema, defaultValues: { password: '' }, guard: false, onSubmit, onSuccess });
  return (
    <FormDialog
      onClose={onClose}
      title={title}
      description={description}
      width={460}
      form={form}
      action={action}
      tone={tone}
    >
      <Field label="Password" error={form.errorOf('password')}>
        {(field) => <PasswordInput {...field} autoComplete="current-password" {...form.register('password')} />}
      </Field>
    </FormDialog>
  );
}
