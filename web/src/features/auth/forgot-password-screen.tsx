import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { messageOf } from '@/shared/api/errors';
import { showFaults } from '@/shared/lib/form-faults';
import { BlinkEye } from '@/shared/ui/blink-eye';
import { Button } from '@/shared/ui/button';
import { Field, Input } from '@/shared/ui/field';
import { toast } from '@/shared/ui/toast';
import { askForReset } from './auth-calls';
import { AuthPage } from './auth-page';
import { type ForgotForm, forgotSchema } from './reset.schema';

/** Asks for a mail with a reset link. What it says afterwards does not tell whether the account exists. */
export function ForgotPasswordScreen() {
  const { register, handleSubmit, setError, formState } = useForm<ForgotForm>({
    resolver: zodResolver(forgotSchema),
    defaultValues: { email: '' },
  });
  const mutation = useMutation({
    mutationFn: askForReset,
    onError: (error) => {
      toast({ title: 'The mail could not be asked for', text: messageOf(error), tone: 'bad' });
      showFaults(error, ['email'], setError);
    },
  });

  const back = (
    <>
      Remembered it? <Link to="/login">Log in</Link>
    </>
  );

  if (mutation.isSuccess) {
    return (
      <AuthPage
        description="Have a link to a new Linnet password sent to you."
        title="Check your mail"
        heading="Check your mail"
        lead={back}
      >
        <div className="ui-notice ui-ok" role="status">
          <BlinkEye size={28} blinkKey="sent" />
          <p>
            If an account exists for <b>{mutation.variables.email}</b>, a mail with a link is on its way. The link works
            once and for one hour.
          </p>
        </div>
      </AuthPage>
    );
  }

  return (
    <AuthPage
      description="Have a link to a new Linnet password sent to you."
      title="Forgot password"
      heading="Forgot your password?"
      lead={back}
    >
      <form className="auth-form" noValidate onSubmit={handleSubmit((form) => mutation.mutate(form))}>
        <Field
          label="Email"
          className="ui-full"
          error={formState.errors.email?.message}
          hint="The address of your account. A mail with a link to a new password goes there."
        >
          {(field) => <Input {...field} type="email" autoComplete="username" {...register('email')} />}
        </Field>
        <Button type="submit" tone="primary" size="lg" className="ui-full" busy={mutation.isPending}>
          {mutation.isPending ? 'Sending...' : 'Send the link'}
        </Button>
      </form>
    </AuthPage>
  );
}
