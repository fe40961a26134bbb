import { Link } from '@tanstack/react-router';
import { FormSummary } from '@/shared/forms/form-summary';
import { useAppForm } from '@/shared/forms/use-app-form';
import { t } from '@/shared/i18n/t';
import { Trans } from '@/shared/i18n/trans';
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
    errorTitle: t('Couldn’t send the reset email'),
  });
  const { mutation } = form;

  const back = (
    <>
      <Trans text="Remembered it? <a>Log in</a>" tags={{ a: (children) => <Link to="/login">{children}</Link> }} />
    </>
  );

  if (mutation.isSuccess) {
    return (
      <AuthPage
        description={t('Reset your Linnet password by email.')}
        title={t('Check your email')}
        heading={t('Check your email')}
        lead={back}
      >
        <div className="ui-notice ui-ok" role="status">
          <BlinkEye size={28} blinkKey="sent" />
          <p>
            <Trans
              text="If an account exists for <b>{email}</b>, we sent it an email with a reset link. The link works once and expires after one hour."
              values={{ email: mutation.variables.email }}
              tags={{ b: (children) => <b>{children}</b> }}
            />
          </p>
        </div>
      </AuthPage>
    );
  }

  return (
    <AuthPage
      description={t('Reset your Linnet password by email.')}
      title={t('Forgot password')}
      heading={t('Forgot your password?')}
      lead={back}
    >
      <form className="auth-form" noValidate onSubmit={form.submit}>
        <Field
          label={t('Email')}
          className="ui-full"
          error={form.errorOf('email')}
          hint={t('The email of your account. We send the reset link to it.')}
        >
          {(field) => <Input {...field} type="email" autoComplete="username" {...form.register('email')} />}
        </Field>
        <FormSummary messages={form.summary} />
        <Button type="submit" tone="primary" size="lg" className="ui-full" busy={form.isPending}>
          {form.isPending ? t('Sending...') : t('Send reset link')}
        </Button>
      </form>
    </AuthPage>
  );
}
