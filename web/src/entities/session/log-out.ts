import { API_BASE, identify } from '@/shared/api/request';
import { sessionStore } from '@/shared/lib/session-store';

/**
 * Ends the session in every tab and on the server. It does not wait for the response, so it works offline. SessionGuard
 * then redirects to /login.
 */
export function logOut(): void {
  const headers = identify(new Headers());
  headers.delete('Linnet-Workspace'); // the user may have lost access to it
  const call = { method: 'POST', headers, credentials: 'include', keepalive: true } as const;
  void fetch(`${API_BASE}/auth/logout`, call).catch(() => {
    // The server is unreachable: the token is deleted here and expires there.
  });
  sessionStore.clear();
}
