import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError, rawMessageOf } from '@/shared/api/errors';
import { FormSummary } from '@/shared/forms/form-summary';
import { useAppForm } from '@/shared/forms/use-app-form';
import { t } from '@/shared/i18n/t';
import { Trans } from '@/shared/i18n/trans';
import { Button } from '@/shared/ui/button';
import { Field, Input } from '@/shared/ui/field';
import { lazyPart } from '@/shared/ui/lazy-part';
import { PasswordInput } from '@/shared/ui/password-input';
import { toast } from '@/shared/ui/toast';
import { logIn } from './auth-calls';
import { AuthPage } from './auth-page';
import { type LoginForm, loginSchema } from './login.schema';
import { PasskeyLogin } from './passkey-login';

const SecondFactorForm = lazyPart(() => import('./second-factor-form'), 'SecondFactorForm');

/** Logs in. Returns the credentials if the account also needs a second factor. */
async function logInOrContinue(credentials: LoginForm): Promise<LoginForm | null> {
  try {
    await logIn(credentials);
    return null;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'second_factor_required') return credentials;
    throw error;
  }
}

interface Props {
  /** The server ended the session that led here. */
  ended?: boolean;
  onDone: () => void;
}

/** The login page. Calls `onDone` after a successful login. */
export function LoginScreen({ ended = false, onDone }: Props) {
  const [credentials, setCredentials] = useState<LoginForm | null>(null);
  const finish = () => {
    toast({ title: t('Success!'), text: t('You have successfully logged in.') });
    onDone();
  };
  const form = useAppForm({
    schema: loginSchema,
    defaultValues: { email: '', password: '' },
    onSubmit: logInOrContinue,
    onSuccess: (pending) => (pending ? setCredentials(pending) : finish()),
    errorTitle: t('Login Failed'),
    errorText: rawMessageOf,
  });

  if (credentials) {
    return (
      <AuthPage
        description={t('Log in to Linnet to manage your links, QR codes and analytics.')}
        title={t('Log in')}
        heading={t('Enter your code')}
        lead={t('Two-factor authentication is on for this account.')}
      >
        <SecondFactorForm credentials={credentials} onDone={finish} onBack={() => setCredentials(null)} />
      </AuthPage>
    );
  }
  return (
    <AuthPage
      description={t('Log in to Linnet to manage your links, QR codes and analytics.')}
      title={t('Log in')}
      heading={t('Welcome Back')}
      lead={<Trans text="New here? <a>Sign up</a>" tags={{ a: (children) => <Link to="/signup">{children}</Link> }} />}
    >
      {ended && (
        <p className="ui-notice ui-accent mb-4" role="status">
          {t('Your session ended. Log in again.')}
        </p>
      )}
      <form className="auth-form" noValidate onSubmit={form.submit}>
        <Field label={t('Email')} className="ui-full" error={form.errorOf('email')}>
          {(field) => <Input {...field} type="email" autoComplete="username webauthn" {...form.register('email')} />}
        </Field>
        <div className="ui-full">
          <Field label={t('Password')} error={form.errorOf('password')}>
            {(field) => <PasswordInput {...field} autoComplete="current-password" {...form.register('password')} />}
          </Field>
          <p className="mt-2">
            <Link to="/forgot-password" className="ui-more">
              {t('Forgot password?')}
            </Link>
          </p>
        </div>
        <FormSummary messages={form.summary} />
        <Button type="submit" tone="primary" size="lg" className="ui-full" busy={form.isPending}>
          {form.isPending ? t('Logging in...') : t('Log In')}
        </Button>
      </form>
      <PasskeyLogin suggest onDone={finish} />
      <Link to="/login/sso" className="ui-button ui-quiet ui-wide mt-2">
        {t('Single sign-on')}
      </Link>
    </AuthPage>
  );
}
