import { Navigate, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from './use-session';

/**
 * Shows its children to signed-in users only. A session that the server ended goes to /login with the place to come
 * back to; a log-out, here or in another tab, goes there without.
 */
export function SessionGuard({ children }: { children: ReactNode }) {
  const session = useSession();
  const { href } = useLocation();
  if (session.status === 'loading') return <p className="guard-note">Loading...</p>;
  if (session.status === 'unauthenticated') {
    return <Navigate to="/login" replace state={session.expired ? { from: href } : {}} />;
  }
  return children;
}
