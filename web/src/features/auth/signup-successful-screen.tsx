import { Link } from '@tanstack/react-router';
import { t } from '@/shared/i18n/t';
import { BlinkEye } from '@/shared/ui/blink-eye';
import { buttonClass } from '@/shared/ui/button';
import { PageHead } from '@/shared/ui/page-head';

/** The panel of a successful registration. */
export function SignupSuccessfulScreen() {
  return (
    <main className="centre-page">
      <PageHead
        title={t('Registered')}
        description={t('Your Linnet account is ready.')}
        path="/signup-successful"
        picture="account"
      />
      <BlinkEye size={72} />
      <h1>{t('Registration Successful!')}</h1>
      <p className="ui-muted">{t('Your account is ready. Log in to shorten the first link.')}</p>
      <p className="flex flex-wrap justify-center gap-2">
        <Link to="/login" className={buttonClass({ tone: 'primary' })}>
          {t('Log In')}
        </Link>
        <a href="/" className={buttonClass()}>
          {t('Return Home')}
        </a>
      </p>
    </main>
  );
}
