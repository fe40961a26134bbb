import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { t } from '@/shared/i18n/t';
import { useSession } from './use-session';

/**
 * Renders its children with a session and redirects to /login without one. After an expired session, login returns to
 * the current location; after a log-out, in any tab, it does not.
 */
export function SessionGuard({ children }: { children: ReactNode }) {
  const session = useSession();
  if (session.status === 'loading') return <p className="guard-note">{t('Loading...')}</p>;
  if (session.status === 'unauthenticated') return <RedirectToLogin returnHere={session.expired} />;
  return children;
}

/** Navigates to /login once. It stays mounted until that page has loaded. */
function RedirectToLogin({ returnHere }: { returnHere: boolean }) {
  const router = useRouter();
  useEffect(() => {
    const state = returnHere ? { from: router.state.location.publicHref, ended: true } : {};
    void router.navigate({ to: '/login', replace: true, state });
  }, [router, returnHere]);
  return null;
}
