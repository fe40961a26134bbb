import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { useUser } from '@/entities/session/use-session';
import { ApiError, messageOf } from '@/shared/api/errors';
import { FormSummary } from '@/shared/forms/form-summary';
import { useAppForm } from '@/shared/forms/use-app-form';
import { t } from '@/shared/i18n/t';
import { hashParam } from '@/shared/lib/hash-params';
import { Button, buttonClass } from '@/shared/ui/button';
import { Field, Input } from '@/shared/ui/field';
import { lazyPart } from '@/shared/ui/lazy-part';
import { AuthPage } from './auth-page';
import { findProvider, redeemTicket, startSignOn } from './sign-on-calls';

const ConnectForm = lazyPart(() => import('./connect-form'), 'ConnectForm');

const PAGE = { title: t('Single sign-on'), description: t('Log in to Linnet with the account of your organization.') };

/** Why a sign-in failed, by the reason in the fragment. */
const REASONS: Readonly<Record<string, string>> = {
  expired: t('The sign-in took too long, or was started in another browser. Sign in again.'),
  denied: t('The provider did not confirm the sign-in. Sign in again, or ask your administrator for access.'),
  unavailable: t(
    'The provider can’t be reached right now. Try again in a few minutes, or ask the owner of the workspace.',
  ),
  rejected: t('The provider’s response couldn’t be verified. Ask the owner of the workspace to check the connection.'),
  email_unverified: t('The provider has not verified your email address. Ask your administrator to verify it.'),
  email_domain: t('Your email address at the provider is of a domain that this workspace doesn’t accept.'),
  domain_lost: t(
    'The workspace has to verify the domain of your email address again before you can sign in. Ask its owner.',
  ),
  operator: t(
    'Operators of this install cannot use the single sign-on of a workspace. Log in with your password or a passkey.',
  ),
  removed: t('This workspace no longer has single sign-on. Log in with your password.'),
  rate_limited: t('Too many attempts from your network. Wait a minute, then try again.'),
};

const FAILED = t('The sign-in failed. Try again.');

/**
 * The page of single sign-on: it finds the provider of an email address, and completes the sign-in when the provider
 * has sent the browser back.
 */
export function SignOnScreen({ onDone }: { onDone: (workspaceId: string) => void }) {
  const [ticket] = useState(() => hashParam('ticket'));
  const [reason] = useState(() => hashParam('error'));
  // A reload must not show the result of an earlier sign-in.
  useEffect(() => history.replaceState(history.state, '', location.pathname), []);
  if (ticket) return <Completion ticket={ticket} onDone={onDone} />;
  return <ProviderForm failure={reason && (REASONS[reason] ?? FAILED)} />;
}

/** Asks for the email address and leaves for the provider of its domain. */
function ProviderForm({ failure }: { failure: string }) {
  const user = useUser();
  const [unknown, setUnknown] = useState(false);
  const form = useAppForm({
    schema: z.object({ email: z.string().check(z.regex(/^\S+@\S+\.\S+$/, t('Enter your email address'))) }),
    defaultValues: { email: user?.email ?? '' },
    onSubmit: ({ email }) => findProvider(email),
    onSuccess: (provider) => {
      setUnknown(provider === null);
      if (provider) startSignOn(provider);
    },
  });
  return (
    <AuthPage
      {...PAGE}
      heading={t('Single sign-on')}
      lead={
        user ? t('This workspace requires you to log in with your organization.') : t('Log in with your organization.')
      }
    >
      {failure && (
        <p className="ui-notice mb-5" role="alert">
          {failure}
        </p>
      )}
      <form className="auth-form" noValidate onSubmit={form.submit}>
        <Field label={t('Work email')} className="ui-full" error={form.errorOf('email')}>
          {(field) => <Input {...field} type="email" autoComplete="username" {...form.register('email')} />}
        </Field>
        {unknown && (
          <p className="ui-hint ui-error ui-full" role="alert">
            {t('The domain of this address has no single sign-on. Log in with your password.')}
          </p>
        )}
        <FormSummary messages={form.summary} />
        <Button type="submit" tone="primary" size="lg" className="ui-full" busy={form.isPending}>
          {t('Continue with single sign-on')}
        </Button>
      </form>
      {user ? <OtherWorkspace /> : <PasswordLink />}
    </AuthPage>
  );
}

function PasswordLink() {
  return (
    <Link to="/login" className={buttonClass({ size: 'lg', wide: true }, 'mt-4')}>
      {t('Use your password')}
    </Link>
  );
}

/** Leads to the user's account, which is not part of the workspace that requires the sign-on. */
function OtherWorkspace() {
  return (
    <Link to="/dashboard/account" className={buttonClass({ size: 'lg', wide: true }, 'mt-4')}>
      {t('Open another workspace')}
    </Link>
  );
}

/** Redeems the ticket at once. An account that is not connected yet needs a proof that it is the user's. */
function Completion({ ticket, onDone }: { ticket: string; onDone: (workspaceId: string) => void }) {
  const { mutate: redeem, error } = useMutation({
    mutationFn: () => redeemTicket(ticket),
    onSuccess: (workspaceId) => onDone(workspaceId),
  });
  // A ticket is valid once, and effects run twice in development.
  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    redeem();
  }, [redeem]);
  if (error instanceof ApiError && error.code === 'reauthentication_required') {
    return (
      <AuthPage {...PAGE} heading={t('Connect your account')} lead={messageOf(error)}>
        <ConnectForm ticket={ticket} onDone={onDone} />
      </AuthPage>
    );
  }
  if (error) {
    const withoutPassword = error instanceof ApiError && error.code === 'conflict';
    return (
      <AuthPage {...PAGE} heading={t('Couldn’t log in')} lead={messageOf(error)}>
        {withoutPassword && (
          <Link to="/forgot-password" className={buttonClass({ tone: 'primary', size: 'lg', wide: true }, 'mb-4')}>
            {t('Set a password')}
          </Link>
        )}
        <a
          href="/login/sso"
          className={buttonClass({ tone: withoutPassword ? undefined : 'primary', size: 'lg', wide: true })}
        >
          {t('Sign in again')}
        </a>
      </AuthPage>
    );
  }
  return (
    <AuthPage {...PAGE} heading={t('Single sign-on')}>
      <p className="ui-muted" role="status">
        {t('Logging in...')}
      </p>
    </AuthPage>
  );
}
