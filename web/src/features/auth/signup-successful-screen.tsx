import { Link } from '@tanstack/react-router';
import { PRODUCT } from '@/shared/config/product';
import { BlinkEye } from '@/shared/ui/blink-eye';
import { buttonClass } from '@/shared/ui/button';

/** The panel of a successful registration. */
export function SignupSuccessfulScreen() {
  return (
    <main className="centre-page">
      <title>{`Registered · ${PRODUCT}`}</title>
      <BlinkEye size={72} />
      <h1>Registration Successful!</h1>
      <p className="muted">Your account is ready. Log in to shorten the first link.</p>
      <p className="flex flex-wrap justify-center gap-2">
        <Link to="/login" className={buttonClass({ tone: 'primary' })}>
          Log In
        </Link>
        <Link to="/" className={buttonClass()}>
          Return Home
        </Link>
      </p>
    </main>
  );
}
