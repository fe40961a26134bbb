import type { QueryClient } from '@tanstack/react-query';
import { type Session, sessionStore } from '@/shared/lib/session-store';
import { applyTheme } from '@/shared/lib/theme';

function tokenOf(session: Session): string | null {
  return session.status === 'authenticated' ? session.token : null;
}

/**
 * Updates the theme and the query cache when the session changes. The cache belongs to one session, and must not show
 * another user's data after a login in another tab.
 */
export function followSession(queryClient: QueryClient): () => void {
  let token = tokenOf(sessionStore.get());
  return sessionStore.subscribe(() => {
    const session = sessionStore.get();
    applyTheme(session);
    const next = tokenOf(session);
    if (next === token) return;
    token = next;
    if (next === null) queryClient.clear();
    else void queryClient.resetQueries();
  });
}
