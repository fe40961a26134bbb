import { Link } from '@tanstack/react-router';
import { FormSummary } from '@/shared/forms/form-summary';
import { useAppForm } from '@/shared/forms/use-app-form';
import { BlinkEye } from '@/shared/ui/blink-eye';
import { Button } from '@/shared/ui/button';
import { Field, Input } from '@/shared/ui/field';
import { requestPasswordReset } from './auth-calls';
import { AuthPage } from './auth-page';
import { forgotSchema } from './reset.schema';

/** Requests a password reset email. The confirmation does not reveal whether the account exists. */
export function ForgotPasswordScreen() {
  const form = useAppForm({
    schema: forgotSchema,
    defaultValues: { email: '' },
    onSubmit: requestPasswordReset,
    errorTitle: 'Couldn’t send the reset email',
  });
  const { mutation } = form;

  const back = (
    <>
      Remembered it? <Link to="/login">Log in</Link>
    </>
  );

  if (mutation.isSuccess) {
    return (
      <AuthPage
        description="Reset your Linnet password by email."
        title="Check your email"
        heading="Check your email"
        lead={back}
      >
        <div className="ui-notice ui-ok" role="status">
          <BlinkEye size={28} blinkKey="sent" />
          <p>
            If an account exists for <b>{mutation.variables.email}</b>, we sent it an email with a reset link. The link
            works once and expires after one hour.
          </p>
        </div>
      </AuthPage>
    );
  }

  return (
    <AuthPage
      description="Reset your Linnet password by email."
      title="Forgot password"
      heading="Forgot your password?"
      lead={back}
    >
      <form className="auth-form" noValidate onSubmit={form.submit}>
        <Field
          label="Email"
          className="ui-full"
          error={form.errorOf('email')}
          hint="The email of your account. We send the reset link to it."
        >
          {(field) => <Input {...field} type="email" autoComplete="username" {...form.register('email')} />}
        </Field>
        <FormSummary messages={form.summary} />
        <Button type="submit" tone="primary" size="lg" className="ui-full" busy={form.isPending}>
          {form.isPending ? 'Sending...' : 'Send reset link'}
        </Button>
      </form>
    </AuthPage>
  );
}
