import { Link } from '@tanstack/react-router';

/** Why an address could not be shortened. A limit of the plan also shows the way on. */
export function ShortenFault({ error }: { error: { type?: string | number; message?: string } | undefined }) {
  if (!error?.message) return null;
  return (
    <p id="quick-fault" className="hint fault quick-note" role="alert">
      {error.message} {error.type === '402' && <Link to="/pricing">See the plans</Link>}
    </p>
  );
}
