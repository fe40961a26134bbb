import { sessionStore } from '@/shared/lib/session-store';

/** Makes a workspace the active one in all tabs; undefined stands for the user's first workspace. */
export function switchWorkspace(workspaceId: string | undefined): void {
  sessionStore.setPreferences({ workspaceId });
}
