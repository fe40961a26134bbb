import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { meKeys } from '@/entities/session/me.queries';
import { api } from '@/shared/api/client';
import { messageOf } from '@/shared/api/errors';
import { showFaults } from '@/shared/lib/form-faults';
import { Button } from '@/shared/ui/button';
import { Field } from '@/shared/ui/field';
import { PasswordInput } from '@/shared/ui/password-input';
import { toast } from '@/shared/ui/toast';
import { type PasswordForm as Form, passwordSchema } from './account.schema';

const EMPTY: Form = { currentPassword: '', newPassword: '', confirmation: '' };

/** Sets a new password; the current one must be known. */
export function PasswordForm() {
  const queryClient = useQueryClient();
  const { register, handleSubmit, setError, reset, formState } = useForm<Form>({
    resolver: zodResolver(passwordSchema),
    defaultValues: EMPTY,
  });
  const mutation = useMutation({
    mutationFn: ({ currentPassword, newPassword }: Form) =>
      api.POST('/me/password', { body: { currentPassword, newPassword } }),
    onSuccess: async () => {
      reset(EMPTY);
      toast({ title: 'Password changed', text: 'Your other sessions have ended.' });
      await queryClient.invalidateQueries({ queryKey: meKeys.sessions });
    },
    onError: (error) => {
      toast({ title: 'The password was not changed', text: messageOf(error), tone: 'bad' });
      showFaults(error, ['currentPassword', 'newPassword'], setError);
    },
  });
  const { errors } = formState;
  return (
    <form noValidate onSubmit={handleSubmit((form) => mutation.mutate(form))}>
      <Field label="Current password" className="ui-full" error={errors.currentPassword?.message}>
        {(field) => (
          <PasswordInput
            {...field}
            what="current password"
            autoComplete="current-password"
            {...register('currentPassword')}
          />
        )}
      </Field>
      <Field label="New password" error={errors.newPassword?.message} hint="8 to 32 characters of four kinds.">
        {(field) => (
          <PasswordInput {...field} what="new password" autoComplete="new-password" {...register('newPassword')} />
        )}
      </Field>
      <Field label="Confirm new password" error={errors.confirmation?.message}>
        {(field) => (
          <PasswordInput {...field} what="confirmation" autoComplete="new-password" {...register('confirmation')} />
        )}
      </Field>
      <div className="ui-full">
        <Button type="submit" busy={mutation.isPending}>
          Change password
        </Button>
      </div>
    </form>
  );
}
