import { useQueryClient } from '@tanstack/react-query';
import { useController } from 'react-hook-form';
import { meKeys } from '@/entities/session/me.queries';
import { api } from '@/shared/api/client';
import { FormSummary } from '@/shared/forms/form-summary';
import { useAppForm } from '@/shared/forms/use-app-form';
import { Button } from '@/shared/ui/button';
import { Field } from '@/shared/ui/field';
import { PasswordInput } from '@/shared/ui/password-input';
import { toast } from '@/shared/ui/toast';
import { type PasswordForm as Form, passwordSchema } from './account.schema';
import { DisconnectChoice } from './disconnect-choice';

const EMPTY: Form = { currentPassword: '', newPassword: '', confirmation: '', disconnectSingleSignOn: false };

/** Changes the password; requires the current one. */
export function PasswordForm() {
  const queryClient = useQueryClient();
  const form = useAppForm({
    schema: passwordSchema,
    defaultValues: EMPTY,
    onSubmit: ({ confirmation: _, ...body }: Form) => api.POST('/me/password', { body }),
    onSuccess: async () => {
      form.reset(EMPTY);
      toast({ title: 'Password changed', text: 'Your other sessions have ended.' });
      await queryClient.invalidateQueries({ queryKey: meKeys.identities });
      await queryClient.invalidateQueries({ queryKey: meKeys.sessions });
    },
    errorTitle: 'Couldn’t change the password',
  });
  const { field: disconnect } = useController({ control: form.control, name: 'disconnectSingleSignOn' });
  return (
    <form noValidate onSubmit={form.submit}>
      <Field label="Current password" className="ui-full" error={form.errorOf('currentPassword')}>
        {(field) => (
          <PasswordInput
            {...field}
            what="current password"
            autoComplete="current-password"
            {...form.register('currentPassword')}
          />
        )}
      </Field>
      <Field
        label="New password"
        error={form.errorOf('newPassword')}
        hint="8 to 32 characters: upper and lower case, a number and a special character."
      >
        {(field) => (
          <PasswordInput {...field} what="new password" autoComplete="new-password" {...form.register('newPassword')} />
        )}
      </Field>
      <Field label="Confirm new password" error={form.errorOf('confirmation')}>
        {(field) => (
          <PasswordInput
            {...field}
            what="confirmation"
            autoComplete="new-password"
            {...form.register('confirmation')}
          />
        )}
      </Field>
      <FormSummary messages={form.summary} />
      <div className="ui-full grid justify-items-start gap-4">
        <DisconnectChoice checked={disconnect.value} onChange={disconnect.onChange} />
        <Button type="submit" busy={form.isPending}>
          Change password
        </Button>
      </div>
    </form>
  );
}
