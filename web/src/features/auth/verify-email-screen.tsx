import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api, body } from '@/shared/api/client';
import { messageOf } from '@/shared/api/errors';
import type { components } from '@/shared/api/schema';
import { t } from '@/shared/i18n/t';
import { sessionStore } from '@/shared/lib/session-store';
import { Button, buttonClass } from '@/shared/ui/button';
import { AuthPage } from './auth-page';

type Outcome = components['schemas']['EmailVerification']['outcome'];

const PAGE = { title: t('Verify email'), description: t('Confirm your email address for Linnet.') };

const HEADING: Record<Outcome, string> = {
  verified: t('Email address verified'),
  pending: t('One more step'),
  changed: t('Email address changed'),
  refused: t('Request cancelled'),
};

/**
 * The page of the links in emails that verify an address or confirm a change of address. The token is redeemed on
 * click, because mail scanners open links.
 */
export function VerifyEmailScreen({ token }: { token: string }) {
  const redeem = useMutation({
    mutationFn: (refuse: boolean) => body(api.POST('/auth/verify-email', { body: { token, refuse } })),
    onSuccess: ({ outcome }) => {
      if (outcome === 'verified' || outcome === 'changed') sessionStore.patchUser({ emailVerified: true });
    },
  });
  if (redeem.data) {
    return (
      <AuthPage {...PAGE} heading={HEADING[redeem.data.outcome]} lead={redeem.data.message}>
        <Link to="/dashboard" className={buttonClass({ tone: 'primary' })}>
          {t('Go to the dashboard')}
        </Link>
      </AuthPage>
    );
  }
  return (
    <AuthPage
      {...PAGE}
      heading={t('Confirm your email address')}
      lead={t('Confirm that you requested this for your account.')}
    >
      <div className="flex flex-wrap gap-3">
        <Button
          tone="primary"
          size="lg"
          busy={redeem.isPending && !redeem.variables}
          onClick={() => redeem.mutate(false)}
        >
          {t('Confirm')}
        </Button>
        <Button size="lg" busy={redeem.isPending && redeem.variables} onClick={() => redeem.mutate(true)}>
          {t('I didn’t request this')}
        </Button>
      </div>
      {redeem.isError && (
        <p className="text-clay mt-4" role="alert">
          {messageOf(redeem.error)}
        </p>
      )}
    </AuthPage>
  );
}
