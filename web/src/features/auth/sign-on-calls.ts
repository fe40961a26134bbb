import { api, body } from '@/shared/api/client';
import { API_BASE } from '@/shared/api/request';
import type { components } from '@/shared/api/schema';
import { sessionStore } from '@/shared/lib/session-store';

/** Leaves for the provider's sign-in page. The server redirects back to /login/sso. */
export function startSignOn(provider: string): void {
  location.assign(`${API_BASE}/auth/oidc/${encodeURIComponent(provider)}`);
}

/** Returns the provider of the address's domain; null if it has none. */
export async function findProvider(email: string): Promise<string | null> {
  return (await body(api.POST('/auth/oidc', { body: { email } }))).provider;
}

/** What proves that an account, which a sign-in is about to connect, belongs to the user. */
export type Proof = Omit<components['schemas']['RedeemSingleSignOn'], 'ticket'>;

/** Logs in with the ticket of a sign-in. Returns the id of the workspace that it opens. */
export async function redeemTicket(ticket: string, proof: Proof = {}): Promise<string> {
  const { user, token, workspaceId } = await body(api.POST('/auth/oidc/session', { body: { ticket, ...proof } }));
  sessionStore.save(user, token);
  return workspaceId;
}
