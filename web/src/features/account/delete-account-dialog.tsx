import * as z from 'zod/mini';
import { useUser } from '@/entities/session/use-session';
import { api } from '@/shared/api/client';
import { FormDialog } from '@/shared/forms/form-dialog';
import { useAppForm } from '@/shared/forms/use-app-form';
import { sessionStore } from '@/shared/lib/session-store';
import { Field, Input } from '@/shared/ui/field';
import { PasswordInput } from '@/shared/ui/password-input';
import { toast } from '@/shared/ui/toast';

const schemaFor = (address: string) =>
  z.object({
    email: z
      .string()
      .check(
        z.refine((text) => text.trim().toLowerCase() === address.toLowerCase(), { error: 'Enter your email address' }),
      ),
    password: z.string().check(z.minLength(1, 'Enter your password')),
  });

/** Deletes the account after the user typed the address and the password. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const email = useUser()?.email ?? '';
  const form = useAppForm({
    schema: schemaFor(email),
    defaultValues: { email: '', password: '' },
    guard: false,
    onSubmit: ({ password }: { email: string; password: string }) => api.DELETE('/me', { body: { password } }),
    onSuccess: () => {
      toast({ title: 'Account deleted' });
      sessionStore.clear();
    },
  });
  return (
    <FormDialog
      onClose={onClose}
      title="Delete your account"
      width={520}
      form={form}
      action="Delete account"
      tone="danger"
    >
      <ul className="list-disc pl-5">
        <li>Workspaces in which you are the only member are deleted for good, with their links, codes and clicks.</li>
        <li>In other workspaces, the links that you created stay. Your API keys stop working.</li>
        <li>Your profile, sessions and notifications are deleted. This can’t be undone.</li>
      </ul>
      <Field
        label={
          <>
            Type <span className="ui-mono">{email}</span> to confirm
          </>
        }
        error={form.errorOf('email')}
      >
        {(field) => <Input {...field} autoComplete="off" {...form.register('email')} />}
      </Field>
      <Field label="Your password" error={form.errorOf('password')}>
        {(field) => (
          <PasswordInput {...field} what="password" autoComplete="current-password" {...form.register('password')} />
        )}
      </Field>
    </FormDialog>
  );
}
