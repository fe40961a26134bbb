import { Link } from '@tanstack/react-router';
import { BlinkEye } from '@/shared/ui/blink-eye';
import { buttonClass } from '@/shared/ui/button';
import { PageHead } from '@/shared/ui/page-head';

/** The panel of a successful registration. */
export function SignupSuccessfulScreen() {
  return (
    <main className="centre-page">
      <PageHead
        title="Registered"
        description="Your Linnet account is ready."
        path="/signup-successful"
        picture="account"
      />
      <BlinkEye size={72} />
      <h1>Registration Successful!</h1>
      <p className="ui-muted">Your account is ready. Log in to shorten the first link.</p>
      <p className="flex flex-wrap justify-center gap-2">
        <Link to="/login" className={buttonClass({ tone: 'primary' })}>
          Log In
        </Link>
        <a href="/" className={buttonClass()}>
          Return Home
        </a>
      </p>
    </main>
  );
}
