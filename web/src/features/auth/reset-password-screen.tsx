import { Link } from '@tanstack/react-router';
import { FormSummary } from '@/shared/forms/form-summary';
import { useAppForm } from '@/shared/forms/use-app-form';
import { t } from '@/shared/i18n/t';
import { Button, buttonClass } from '@/shared/ui/button';
import { Field } from '@/shared/ui/field';
import { PasswordInput } from '@/shared/ui/password-input';
import { toast } from '@/shared/ui/toast';
import { resetPassword } from './auth-calls';
import { AuthPage } from './auth-page';
import { type ResetForm, resetSchema } from './reset.schema';

/** Sets a new password with the token from the reset email; the token is null until the URL has been read. */
export function ResetPasswordScreen({ token, onDone }: { token: string | null; onDone: () => void }) {
  const form = useAppForm({
    schema: resetSchema,
    defaultValues: { password: '', passwordConfirmation: '', disconnectSingleSignOn: true },
    onSubmit: (values: ResetForm) => resetPassword({ ...values, token: token ?? '' }),
    onSuccess: () => {
      toast({ title: t('Password changed'), text: t('Log in with your new password.') });
      onDone();
    },
    errorTitle: t('Couldn’t change the password'),
  });

  if (token === '') {
    return (
      <AuthPage
        description={t('Choose a new password for your Linnet account.')}
        title={t('New password')}
        heading={t('This link is incomplete')}
      >
        <p className="auth-lead">{t('Open the link in the email again, or request a new one.')}</p>
        <Link to="/forgot-password" className={buttonClass({ tone: 'primary' })}>
          {t('Request a new link')}
        </Link>
      </AuthPage>
    );
  }

  return (
    <AuthPage
      description={t('Choose a new password for your Linnet account.')}
      title={t('New password')}
      heading={t('Choose a new password')}
      lead={t('This ends all other sessions of your account.')}
    >
      <form className="auth-form" noValidate onSubmit={token ? form.submit : (event) => event.preventDefault()}>
        <Field
          label={t('New password')}
          className="ui-full"
          error={form.errorOf('password')}
          hint={t('8 to 32 characters: upper and lower case, a number and a special character.')}
        >
          {(field) => <PasswordInput {...field} autoComplete="new-password" {...form.register('password')} />}
        </Field>
        <Field label={t('Confirm password')} className="ui-full" error={form.errorOf('passwordConfirmation')}>
          {(field) => (
            <PasswordInput
              {...field}
              what={t('confirmation')}
              autoComplete="new-password"
              {...form.register('passwordConfirmation')}
            />
          )}
        </Field>
        <div className="ui-full">
          <span className="flex items-center gap-3">
            {/* Not the Checkbox of the dashboard, whose chunk this page would load. */}
            <input
              type="checkbox"
              className="ui-checkbox"
              id="disconnect"
              aria-describedby="disconnect-hint"
              {...form.register('disconnectSingleSignOn')}
            />
            <label htmlFor="disconnect">{t('Also disconnect single sign-on')}</label>
          </span>
          <p id="disconnect-hint" className="ui-hint mt-1">
            {t('If you use one, its next sign-in asks for the new password once.')}
          </p>
        </div>
        <FormSummary messages={form.summary} />
        <Button type="submit" tone="primary" size="lg" className="ui-full" busy={form.isPending}>
          {form.isPending ? t('Saving...') : t('Save password')}
        </Button>
      </form>
    </AuthPage>
  );
}
