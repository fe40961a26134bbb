import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useSession } from './use-session';

/**
 * Shows its children to signed-in users only. A session that the server ended goes to /login with the place to come
 * back to; a log-out, here or in another tab, goes there without.
 */
export function SessionGuard({ children }: { children: ReactNode }) {
  const session = useSession();
  if (session.status === 'loading') return <p className="guard-note">Loading...</p>;
  if (session.status === 'unauthenticated') return <Leave remember={session.expired} />;
  return children;
}

/** Goes to /login, once: it stays mounted until that page has arrived. */
function Leave({ remember }: { remember: boolean }) {
  const router = useRouter();
  useEffect(() => {
    const state = remember ? { from: router.state.location.href } : {};
    void router.navigate({ to: '/login', replace: true, state });
  }, [router, remember]);
  return null;
}
