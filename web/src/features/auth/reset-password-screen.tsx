import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { messageOf } from '@/shared/api/errors';
import { showFaults } from '@/shared/lib/form-faults';
import { Button, buttonClass } from '@/shared/ui/button';
import { Field } from '@/shared/ui/field';
import { PasswordInput } from '@/shared/ui/password-input';
import { toast } from '@/shared/ui/toast';
import { resetPassword } from './auth-calls';
import { AuthPage } from './auth-page';
import { type ResetForm, resetSchema } from './reset.schema';

/** Sets a new password with the token of the reset mail; null while it is not known yet. */
export function ResetPasswordScreen({ token, onDone }: { token: string | null; onDone: () => void }) {
  const { register, handleSubmit, setError, formState } = useForm<ResetForm>({
    resolver: zodResolver(resetSchema),
    defaultValues: { password: '', passwordConfirmation: '' },
  });
  const { errors } = formState;
  const mutation = useMutation({
    mutationFn: resetPassword,
    onSuccess: () => {
      toast({ title: 'Password changed', text: 'Log in with the new one.' });
      onDone();
    },
    onError: (error) => {
      toast({ title: 'The password was not changed', text: messageOf(error), tone: 'bad' });
      showFaults(error, ['password', 'passwordConfirmation'], setError);
    },
  });

  if (token === '') {
    return (
      <AuthPage
        description="Choose a new password for your Linnet account."
        title="New password"
        heading="This link is incomplete"
      >
        <p className="auth-lead">Open the link of the mail once more, or ask for another mail.</p>
        <Link to="/forgot-password" className={buttonClass({ tone: 'primary' })}>
          Ask again
        </Link>
      </AuthPage>
    );
  }

  return (
    <AuthPage
      description="Choose a new password for your Linnet account."
      title="New password"
      heading="Choose a new password"
      lead="All other sessions of the account end with it."
    >
      <form
        className="auth-form"
        noValidate
        onSubmit={handleSubmit((form) => token && mutation.mutate({ ...form, token }))}
      >
        <Field
          label="New password"
          className="ui-full"
          error={errors.password?.message}
          hint="8 to 32 characters: upper and lower case, a number and a special character."
        >
          {(field) => <PasswordInput {...field} autoComplete="new-password" {...register('password')} />}
        </Field>
        <Field label="Confirm password" className="ui-full" error={errors.passwordConfirmation?.message}>
          {(field) => (
            <PasswordInput
              {...field}
              what="confirmation"
              autoComplete="new-password"
              {...register('passwordConfirmation')}
            />
          )}
        </Field>
        <Button type="submit" tone="primary" size="lg" className="ui-full" busy={mutation.isPending}>
          {mutation.isPending ? 'Saving...' : 'Save the password'}
        </Button>
      </form>
    </AuthPage>
  );
}
