import { API_BASE, identify } from '@/shared/api/client';
import { sessionStore } from '@/shared/lib/session-store';

/**
 * Ends the session here, in every tab, and on the server. The browser does not wait for the server's answer: who logs
 * out is out, even offline. The guard of the dashboard brings the browser to /login.
 */
export function logOut(): void {
  const call = { method: 'POST', headers: identify(new Headers()), credentials: 'include', keepalive: true } as const;
  void fetch(`${API_BASE}/auth/logout`, call).catch(() => {
    // Unreachable: the token is forgotten here and expires there.
  });
  sessionStore.clear();
}
