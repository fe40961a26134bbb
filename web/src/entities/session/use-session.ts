import { useStore } from '@/shared/hooks/use-store';
import { type Preferences, type Session, type SessionUser, sessionStore } from '@/shared/lib/session-store';

/** The session, synchronized across tabs. `loading` while prerendering and until the store has been read. */
export function useSession(): Session {
  return useStore(sessionStore);
}

/** The signed-in user, or null. */
export function useUser(): SessionUser | null {
  const session = useSession();
  return session.status === 'authenticated' ? session.user : null;
}

const NONE: Preferences = {};

/** The signed-in user's preferences on this device. */
export function usePreferences(): Preferences {
  return useUser()?.preferences ?? NONE;
}
