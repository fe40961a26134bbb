import type { QueryClient } from '@tanstack/react-query';
import { type Session, sessionStore } from '@/shared/lib/session-store';

function applyTheme(session: Session): void {
  const { dataset } = document.documentElement;
  const theme = session.status === 'authenticated' ? session.user.preferences?.theme : undefined;
  if (theme) dataset.theme = theme;
  else delete dataset.theme;
}

function tokenOf(session: Session): string | null {
  return session.status === 'authenticated' ? session.token : null;
}

/**
 * Keeps what depends on the session in step with it: the page's theme, and the cache, which belongs to one session
 * and must not show another person's data after a login in some other tab.
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
