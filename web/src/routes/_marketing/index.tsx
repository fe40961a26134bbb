import { createFileRoute, Link } from '@tanstack/react-router';
import { PRODUCT } from '@/shared/config/product';
import { buttonClass } from '@/shared/ui/button';
import { Wordmark } from '@/shared/ui/wordmark';

export const Route = createFileRoute('/_marketing/')({
  component: Landing,
});

function Landing() {
  return (
    <main className="centre-page">
      <title>{PRODUCT}</title>
      <Wordmark />
      <h1>Shorten. Track. Convert. Blink-Quick.</h1>
      <p className="flex gap-2">
        <Link to="/signup" className={buttonClass({ tone: 'primary' })}>
          Start for Free
        </Link>
        <Link to="/login" className={buttonClass()}>
          Login
        </Link>
      </p>
    </main>
  );
}
