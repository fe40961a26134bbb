import type { Session } from './session-store';

/** Applies the user's theme to the document; the system's without one. */
export function applyTheme(session: Session): void {
  const { dataset } = document.documentElement;
  const theme = session.status === 'authenticated' ? session.user.preferences?.theme : undefined;
  if (theme) dataset.theme = theme;
  else delete dataset.theme;
}
